"""The study: folds, runs and their records, what they cost and what they rest on."""
