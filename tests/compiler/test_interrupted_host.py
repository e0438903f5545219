"""An interruption that comes just before an operation of Python, or after it, is kept."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from noumena.compiler.host import Host


class Early(Host):
    """Interrupted before the body of `call`, where it cannot be caught."""

    def call(self, number: int) -> float:
        raise KeyboardInterrupt


def test_an_interruption_outside_of_an_operation_is_kept() -> None:
    world, words = SimpleNamespace(), SimpleNamespace()
    host: Any = Early([], words, world)  # type: ignore[arg-type]  # no operation is run
    host._callback(0)
    assert isinstance(host.error, KeyboardInterrupt)
    assert world.failed == 1
