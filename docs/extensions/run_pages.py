"""Has Sphinx run the blocks of the pages that `run_pages` in `conf.py` names. A block that fails fails the build."""

from __future__ import annotations

from fnmatch import fnmatch
from typing import TYPE_CHECKING

from page_runner import PageError, executed
from sphinx.errors import ExtensionError
from sphinx.util import logging

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_log = logging.getLogger(__name__)


def run(app: Sphinx, name: str, source: list[str]) -> None:
    """Puts what the blocks of a page give into its text."""
    if not any(fnmatch(name, pattern) for pattern in app.config.run_pages):
        return
    _log.info("running %s", name)
    try:
        source[0] = executed(source[0], f"docs/{name}.md")
    except PageError as error:
        raise ExtensionError(str(error)) from None


def setup(app: Sphinx) -> dict[str, bool]:
    """Tells Sphinx when to run a page, and which."""
    app.add_config_value("run_pages", [], "env", [list])
    app.connect("source-read", run)
    return {"parallel_read_safe": False}
