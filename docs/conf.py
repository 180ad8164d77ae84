"""How Sphinx builds the documentation."""

from pathlib import Path
from runpy import run_path

ROOT = Path(__file__).resolve().parent.parent

project = "flohcati-rules"
author = "The flohcati-rules authors"
copyright = f"2026, {author}"
version = release = str(
    run_path(str(ROOT / "flohcati_rules" / "_version.py"))["__version__"]
)

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
]
exclude_patterns = ["_build"]
nitpicky = False

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
napoleon_numpy_docstring = False
napoleon_use_ivar = True  # the attributes of a value as one list

html_theme = "furo"
html_title = f"flohcati-rules {release}"
html_copy_source = False
html_show_sourcelink = False
