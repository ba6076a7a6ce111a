"""The paper: its Tables 1 to 3 as data, their checks, its claims, and the comparison with ours."""

from eccru.extras import require

require("The comparison with the paper", "pandas")
