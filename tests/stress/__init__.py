"""An attack on the workflow: ``python -m tests.stress``, or ``make stress``."""
