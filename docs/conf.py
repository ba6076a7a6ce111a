"""The documentation as a site: ``make docs`` builds it, also where there is no network.

The examples on real data run if the dataset is to be had; else their code is shown alone.
"""

import eccru
from eccru.errors import DataError

project = "eccru"
author = "the eccru developers"
copyright = author
release = version = eccru.__version__

extensions = [
    "myst_parser",
    "numpydoc",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.mathjax",
    "sphinx.ext.viewcode",
    "sphinx_gallery.gen_gallery",
]
templates_path = ["_templates"]
exclude_patterns = ["_build", "examples"]
default_role = "py:obj"
nitpicky = False

html_theme = "pydata_sphinx_theme"
html_title = f"eccru {release}"
html_theme_options = {
    "header_links_before_dropdown": 4,  # the pages of this folder are in the menu behind them
    "show_prev_next": True,
    "navigation_with_keys": False,
    "show_nav_level": 2,
    "secondary_sidebar_items": ["page-toc"],
}
html_show_sourcelink = False

autosummary_generate = True
autodoc_typehints = "none"  # numpydoc's sections have the types
numpydoc_show_class_members = False  # the templates list them

myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 3
# Pages may link to files of the repository outside of this folder; a test follows all links.
suppress_warnings = ["myst.xref_missing"]


def _has_yeast():
    """Say whether the dataset of the examples is to be had."""
    try:
        eccru.fetch_dataset("yeast")
    except DataError:
        return False
    return True


sphinx_gallery_conf = {
    "examples_dirs": "examples",
    "gallery_dirs": "auto_examples",
    "filename_pattern": r"plot_" if _has_yeast() else r"plot_(?!yeast)",
    "within_subsection_order": "FileNameSortKey",
    "doc_module": ("eccru",),
    "reference_url": {"eccru": None},
    "backreferences_dir": "generated/backreferences",
    "download_all_examples": False,
    "show_memory": False,
    "write_computation_times": False,  # they differ from build to build
    "min_reported_time": 1e9,
    "remove_config_comments": True,
    "plot_gallery": "True",
}
