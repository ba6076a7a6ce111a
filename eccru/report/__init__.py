"""The report of a study: one page that needs nothing but itself."""

from eccru.report.page import write_report

__all__ = ["write_report"]
