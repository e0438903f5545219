"""The files that a run of the command line came from: a checkpoint names them, and they must not have changed."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from noumena.api import Model
from noumena.command_line.move_argument import load_move
from noumena.command_line.python_file import load_python
from noumena.inference.checkpoint.saved import Saved
from noumena.model.diagnostics import refused
from noumena.model.reading import STDIN
from noumena.resuming import model_of

_PYTHON = ".py:"


class Made(NamedTuple):
    """The model and the proposer of a run, made again."""

    model: Model
    proposer: Any


def origin(files: Sequence[str], python: Sequence[str], proposer: str | None) -> dict[str, Any]:
    """What a checkpoint keeps of the files, by their paths and hashes."""
    texts = [name for name in files if name != STDIN]
    path, is_file, _ = (proposer or "").partition(_PYTHON)
    code = [*python, *([f"{path}.py"] if is_file else [])]
    return {
        "origin": {
            "files": [[str(Path(name).resolve()), _hash(Path(name))] for name in texts],
            "given": len(files),
            "python": [str(Path(name).resolve()) for name in python],
            "proposer": f"{Path(f'{path}.py').resolve()}{(proposer or '')[len(path) + 3 :]}" if is_file else proposer,
            "code": [[str(Path(name).resolve()), _hash(Path(name))] for name in code],
        }
    }


def made_again(saved: Saved) -> Made:
    """The model of a checkpoint, with the code of its Python files, none of which may have changed."""
    known = saved.recipe.get("origin", {"files": [], "python": [], "proposer": None, "code": []})
    for name, digest in known["files"]:
        # The checkpoint has the text, so that a file that is gone is not needed.
        if Path(name).exists() and _hash(Path(name)) != digest:
            hint = "run it anew; to go on with the old text, which the checkpoint holds, move the file away"
            raise refused(f"{name} has changed since {saved.path} was written", hint)
    for name, digest in known["code"]:
        if not Path(name).exists():
            raise refused(f"{saved.path} needs the Python file {name}, which is gone", "put it back")
        if _hash(Path(name)) != digest:
            raise refused(f"{name} has changed since {saved.path} was written", "undo the change, or run anew")
    supplied = load_python(tuple(known["python"]))
    proposer = None if known["proposer"] is None else load_move(known["proposer"])
    return Made(model_of(saved, supplied.distributions, supplied.functions), proposer)


def _hash(path: Path) -> str | None:
    """The hash of a file; None where it cannot be read, which whoever reads it tells."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return None
