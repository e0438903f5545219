"""Bytes of files, and what is said where there are none."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from noumena.model.diagnostics import BlogError
from noumena.model.reading import read_bytes, reason, shown_name


def test_files_and_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a").write_bytes(b"\xff\r\n")
    assert read_bytes(str(tmp_path / "a")) == b"\xff\r\n"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\xfe")))
    assert read_bytes("-") == b"\xfe"
    assert (shown_name("-"), shown_name("a")) == ("<stdin>", "a")


def test_what_is_not_there_is_refused_with_what_is_near(tmp_path: Path) -> None:
    (tmp_path / "urns.blog").write_text("")
    with pytest.raises(BlogError, match=r"cannot read .*urn\.blog: there is no such file\n  help: did you mean .*urns"):
        read_bytes(str(tmp_path / "urn.blog"))
    with pytest.raises(BlogError, match=r"it is a folder$"):
        read_bytes(str(tmp_path))
    with pytest.raises(BlogError, match=r"cannot read 'a\\x00b': .*null"):
        read_bytes("a\0b")


def test_reasons_of_the_system_are_in_our_words() -> None:
    assert reason(PermissionError(13, "x")) == "permission denied"
    assert reason(OSError(5, "Input/output error")) == "Input/output error"
    assert reason(OSError("odd")) == "odd"
