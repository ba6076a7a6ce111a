"""From the scores of the folds to ranks and tests."""

from eccru.extras import require

require("The statistics of a study", "pandas")
