"""How every command ends: messages on standard error and the exit code, never a traceback."""

from __future__ import annotations

import os
import sys
import traceback
import warnings
from collections.abc import Callable, Iterable
from typing import Any, NoReturn

import click

from noumena.compiler.cache.folder import CacheWarning
from noumena.model.diagnostics import BlogError, RunError

RUN_FAILED = 1
BAD_INPUT = 2
INTERRUPTED = 130


class Commands(click.Group):
    """A group of commands that turns what they raise into messages and exit codes.

    0 answered, 1 the run failed, 2 bad input, 130 interrupted. An unexpected exception is one line that asks to report
    it; with `NOUMENA_DEBUG=1` the traceback is printed too.
    """

    def invoke(self, ctx: click.Context) -> Any:
        """Runs the command that was asked for."""
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):  # what an encoding lacks is shown as \u2026 rather than being an error
                stream.reconfigure(errors="backslashreplace")
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("always", CacheWarning)
                warnings.showwarning = _shown_as_ours(warnings.showwarning)
                return super().invoke(ctx)
        except BlogError as error:
            _end(BAD_INPUT, (diagnostic.render() for diagnostic in error.diagnostics))
        except RunError as error:
            _end(RUN_FAILED, [error.diagnostic.render()])
        except KeyboardInterrupt:
            _end(INTERRUPTED, ["interrupted"])
        except BrokenPipeError:
            _silence_output()
            raise click.exceptions.Exit(RUN_FAILED) from None
        except MemoryError:
            _end(RUN_FAILED, ["error: out of memory"])
        except (click.exceptions.ClickException, click.exceptions.Exit, click.exceptions.Abort):
            raise
        except Exception as error:
            if os.environ.get("NOUMENA_DEBUG"):
                traceback.print_exc()
            message = f"error: this is a defect of Noumena: {type(error).__name__}: {error}"
            _end(RUN_FAILED, [f"{message}\n  help: please report it with the model; NOUMENA_DEBUG=1 shows where it is"])


def warn(message: str) -> None:
    """Prints a warning on standard error."""
    click.echo(f"warning: {message}", err=True)


def _shown_as_ours(usual: Callable[..., None]) -> Callable[..., None]:
    """A way to show Python's warnings that prints those of the cache as a message, and others as is `usual`."""

    def show(message: Warning | str, category: type[Warning], *place: Any, **options: Any) -> None:
        if issubclass(category, CacheWarning):
            warn(str(message))
        else:
            usual(message, category, *place, **options)

    return show


def _end(code: int, messages: Iterable[str]) -> NoReturn:
    for message in messages:
        click.echo(message, err=True)
    raise click.exceptions.Exit(code) from None


def _silence_output() -> None:
    """Nobody reads standard output any more (`| head`): what Python would still flush there goes nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
