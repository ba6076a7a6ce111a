"""From the files of a multi-label dataset to features and labels."""
