"""The report of a study: one page that needs nothing but itself."""

from eccru.extras import require

require("The report of a study", "jinja2", "pandas")
