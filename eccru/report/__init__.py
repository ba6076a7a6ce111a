"""The report of a study: one page that needs nothing but itself."""
