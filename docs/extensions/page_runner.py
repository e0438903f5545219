"""Runs the blocks of a page as cells of a notebook, and writes what they give below them.

A page is plain Markdown. Its blocks marked `python`, and those marked `blog` that begin with `%%blog`, are run one
after the other in one notebook; they stand in the page as they are, so that the page reads well where nothing runs it.
"""

from __future__ import annotations

import io
import os
import re
import sys
import tempfile
import types
from collections.abc import Iterator
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from html import escape
from typing import Any

BLOCK = re.compile(r"^```(python|blog)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
INK = "#010203"
"""A black that nobody else uses; in a picture it stands for the colour of the text around it."""
_FENCE = "`" * 6
_STYLE = {
    "figure.figsize": (6.4, 2.8),
    "figure.constrained_layout.use": True,
    "savefig.transparent": True,
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 10,
    "axes.facecolor": "none",
    "legend.frameon": False,
    **dict.fromkeys(("text.color", "axes.edgecolor", "axes.labelcolor", "xtick.color", "ytick.color"), INK),
}


class PageError(Exception):
    """A block that failed: the page, the line where the block begins, and what Python or Noumena said."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What one block gave: what it printed, what it showed as text or as HTML, and its pictures as SVG."""

    printed: str
    values: tuple[tuple[str, str], ...]
    pictures: tuple[str, ...]


def executed(text: str, name: str) -> str:
    """The page with the output of each block below it. Raises `PageError` at the first block that fails."""
    parts, done = [], 0
    with _notebook() as shell:
        for block in BLOCK.finditer(text):
            language, source = block.groups()
            if language == "blog" and not source.startswith("%%blog"):
                continue
            line = text.count("\n", 0, block.start()) + 1
            shown = run_block(shell, source, f"{name}:{line}")
            parts += [text[done : block.end()], "\n", *_markdown(shown)]
            done = block.end()
    return "".join([*parts, text[done:]])


def run_block(shell: Any, source: str, place: str) -> Shown:
    """Runs one block in a notebook, and takes what it gave."""
    from matplotlib import pyplot

    printed = io.StringIO()
    shell.display_pub.outputs.clear()
    with redirect_stdout(printed), redirect_stderr(printed):
        result = shell.run_cell(source)
    if not result.success:
        raise PageError(f"{place}: this block fails\n{printed.getvalue()}")
    values = tuple(_best(output["data"]) for output in shell.display_pub.outputs)
    pictures = tuple(_svg(pyplot.figure(number), f"{place}-{number}") for number in pyplot.get_fignums())
    pyplot.close("all")
    return Shown(printed.getvalue(), values, pictures)


@contextmanager
def _notebook() -> Iterator[Any]:
    """A notebook of its own, in a folder of its own, whose pictures are drawn in the style of the site."""
    import matplotlib
    from IPython.core.display_trap import DisplayTrap
    from IPython.core.displayhook import CapturingDisplayHook
    from IPython.core.displaypub import CapturingDisplayPublisher
    from IPython.core.interactiveshell import InteractiveShell

    matplotlib.use("agg")
    module = types.ModuleType("page")
    with tempfile.TemporaryDirectory() as folder, chdir(folder), matplotlib.rc_context(_STYLE):
        InteractiveShell.clear_instance()
        home = os.path.join(folder, ".ipython")
        shell = InteractiveShell.instance(user_module=module, colors="nocolor", ipython_dir=home)
        shell.history_manager.enabled = False
        shell.display_pub = CapturingDisplayPublisher()
        shell.display_trap = DisplayTrap(hook=CapturingDisplayHook(shell, shell.display_pub.outputs))
        sys.modules[module.__name__] = module
        try:
            yield shell
        finally:
            del sys.modules[module.__name__]
            shell.history_manager.end_session()
            InteractiveShell.clear_instance()


def _best(data: dict[str, Any]) -> tuple[str, str]:
    """The richest form of a value that a page can show, and its kind."""
    kind = "text/html" if "text/html" in data else "text/plain"
    return kind, data[kind]


def _svg(figure: Any, salt: str) -> str:
    """A figure as SVG that stands in a page: in the colour of its text, and with names of parts that are its own."""
    import matplotlib

    file = io.StringIO()
    with matplotlib.rc_context({"svg.hashsalt": salt}):
        figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
    text = file.getvalue()
    text = text[text.index("<svg") :].replace(INK, "currentColor")
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = re.sub(r' id="[\w.]+_\d+"', "", text)
    about = escape("; ".join(filter(None, (axes.get_title() for axes in figure.axes))))
    text = text.replace("<svg", f'<svg class="picture" role="img" aria-label="{about}"', 1)
    return re.sub(r"\n\s*", "\n", text).strip()


def _markdown(shown: Shown) -> Iterator[str]:
    if shown.printed.strip():
        yield _directive("code-block", "text", shown.printed.rstrip(), ":class: output")
    for kind, value in shown.values:
        if kind == "text/html":
            yield _directive("raw", "html", f'<div class="output">{value}</div>')
        else:
            yield _directive("code-block", "text", value, ":class: output")
    for picture in shown.pictures:
        yield _directive("raw", "html", f'<figure class="output">{picture}</figure>')


def _directive(name: str, argument: str, content: str, option: str = "") -> str:
    option = f"{option}\n" if option else ""
    return f"\n{_FENCE}{{{name}}} {argument}\n{option}\n{content}\n{_FENCE}\n"
