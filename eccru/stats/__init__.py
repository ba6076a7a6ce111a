"""From the scores of the folds to ranks and tests."""
