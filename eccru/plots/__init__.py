"""Figures of a study: a plot takes tables and returns a matplotlib figure.

`eccru.plots.gallery` knows them all by name.
"""
