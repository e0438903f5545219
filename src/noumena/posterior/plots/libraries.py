"""The libraries that plots need, imported when one is drawn; without them a message says what to install."""

from __future__ import annotations

from importlib import import_module
from typing import Any

_HELP = "pip install 'noumena[plots]'"


def matplotlib_figure() -> Any:
    """Matplotlib's class of figures: used as it is, it opens no window and needs no display."""
    return _module("matplotlib.figure", "plots need Matplotlib").Figure


def arviz_plots() -> Any:
    """ArviZ's plots."""
    return _module("arviz_plots", "plots of chains need ArviZ")


def arviz_base() -> Any:
    """ArviZ's data."""
    return _module("arviz_base", "plots of chains need ArviZ")


def _module(name: str, need: str) -> Any:
    try:
        return import_module(name)
    except ImportError as error:
        raise ImportError(f"{need}, and `{error.name}` is not installed: {_HELP}") from None
    except AttributeError as error:  # ArviZ looks for something that another version of Matplotlib has elsewhere
        raise ImportError(f"{need}, and `{name}` does not go with what is installed ({error}): {_HELP}") from error
