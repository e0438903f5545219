"""How Sphinx builds the site: `make docs` runs it, with warnings as errors."""

from __future__ import annotations

import sys
from pathlib import Path

import noumena

sys.path.insert(0, str(Path(__file__).parent / "extensions"))

project = "Noumena"
version = release = noumena.__version__
copyright = "the Noumena authors"

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "blog_lexer",
    "command_help",
    "distribution_pages",
    "docstrings",
    "outside_pages",
    "run_pages",
]
exclude_patterns = ["extensions", "style"]
source_suffix = {".md": "markdown"}

# The blocks of these pages are run as they are read, and what they give is shown.
run_pages = ["tutorials/*", "coming-from/*"]

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 4

autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
maximum_signature_line_length = 80
python_use_unqualified_type_names = True
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_title = "Noumena"
html_static_path = ["style"]
html_css_files = ["noumena.css"]
html_copy_source = False
html_show_sphinx = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#8a3b12", "color-brand-content": "#8a3b12"},
    "dark_css_variables": {"color-brand-primary": "#f0a070", "color-brand-content": "#f0a070"},
}
