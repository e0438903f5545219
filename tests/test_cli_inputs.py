"""What models are made of besides their text: files, --python, --param and --data, and every way they can be wrong."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.commands import COIN, answered, refused

DICE = """\
from __future__ import annotations
import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from textwrap import dedent

@dataclass
class Die:
    sides: int = 6

    def sample(self, rng):
        return int(rng.integers(1, self.sides + 1))

    def log_prob(self, value):
        return -math.log(self.sides) if 1 <= value <= self.sides else -math.inf

    def support(self):
        return range(1, self.sides + 1)

class Abstract(ABC):
    @abstractmethod
    def sample(self, rng): ...
    def log_prob(self, value): ...

class NoDistribution:
    pass

Tetrahedron = Die(4)

def double(x: int) -> int:
    return 2 * x

def _hidden(x):
    return x
"""

PARAMETRIC = "param Real p : 0 < p & p < 1;\nrandom Boolean A ~ BooleanDistrib(p);\nquery A;\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, so that messages name files briefly."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_files_that_cannot_be_read(folder: Path) -> None:
    (folder / "coin.blog").write_text(COIN)
    assert refused("run", "con.blog") == (
        "error: cannot read con.blog: there is no such file\n  help: did you mean coin.blog?\n"
    )
    assert refused("run", "other.txt") == "error: cannot read other.txt: there is no such file\n"
    assert refused("run", "no/such/place") == "error: cannot read no/such/place: there is no such file\n"
    assert refused("run", folder) == f"error: cannot read {folder}: it is a folder\n"
    assert refused("run", "a\0b") == "error: cannot read 'a\\x00b': embedded null byte\n"
    assert refused("run", "-", "-", stdin=COIN) == "error: standard input (`-`) can be given only once\n"
    assert "Missing argument 'FILE...'" in refused("run")


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to the superuser")
def test_files_without_permission(folder: Path) -> None:
    (folder / "coin.blog").write_text(COIN)
    (folder / "coin.blog").chmod(0)
    assert refused("run", "coin.blog") == "error: cannot read coin.blog: permission denied\n"
    folder.chmod(0o500)
    assert refused("run", "-", "-o", "x", stdin=COIN) == "error: cannot write x: permission denied\n"
    folder.chmod(0o700)


def test_text_that_is_not_utf_8_is_located(folder: Path) -> None:
    (folder / "latin.blog").write_bytes(b"// ok\n// caf\xe9\n" + COIN.encode())
    assert refused("run", "latin.blog") == (
        "latin.blog:2:7: error: this is not UTF-8 text: byte 0xe9\n"
        "    // caf\ufffd\n          ^\n  help: save the file as UTF-8\n"
    )
    assert refused("run", "-", stdin=b"\xff").startswith("<stdin>:1:1: error: this is not UTF-8 text: byte 0xff\n")
    marked = refused("run", "-", stdin=b"\xef\xbb\xbf// caf\xe9\n")
    assert marked.startswith("<stdin>:1:7: error: this is not UTF-8 text: byte 0xe9\n    // caf\ufffd\n")


def test_of_a_long_line_the_part_around_the_fault_is_shown(folder: Path) -> None:
    (folder / "junk.blog").write_bytes(b"x" * 9_000 + b"\xff" + b"y" * 9_000)
    message, line, caret, _ = refused("run", "junk.blog").splitlines()
    assert message.startswith("junk.blog:1:9001: error: this is not UTF-8 text: byte 0xff")
    assert line == "    …" + "x" * 150 + "\ufffd" + "y" * 149 + "…"
    assert caret.index("^") == line.index("\ufffd")
    first = refused("run", "-", stdin=b"\xff" + b"x" * 9_000).splitlines()
    assert first[1:3] == ["    \ufffd" + "x" * 299 + "…", "    ^"]


def test_byte_order_marks_and_line_breaks_of_other_systems_do_no_harm(folder: Path) -> None:
    (folder / "coin.blog").write_bytes(b"\xef\xbb\xbf" + COIN.replace("\n", "\r\n").encode())
    assert answered("run", "coin.blog")["queries"][0]["query"] == "Heads(C2)"


def test_python_classes_and_objects_are_distributions_and_functions_are_fixed(folder: Path) -> None:
    (folder / "dice.py").write_text(DICE)
    text = "random Integer X ~ Die;\nrandom Integer Y ~ Tetrahedron;\nquery double(X) + Y;\n"
    (query,) = answered("run", "-", "--python", "dice.py", "--engine", "exact", stdin=text)["queries"]
    assert query["mean"] == pytest.approx(7 + 2.5)
    for hidden in ("_hidden(1)", "dedent(1)"):
        message = refused("run", "-", "--python", "dice.py", "--query", hidden, stdin=text)
        assert f"<query>:1:1: error: unknown function `{hidden[:-3]}`" in message
    for name in ("Abstract", "NoDistribution"):
        assert "error: unknown" in refused("run", "-", "--python", "dice.py", stdin=f"random Integer X ~ {name};")


def test_a_python_file_may_import_what_lies_beside_it(folder: Path) -> None:
    (folder / "beside").mkdir()
    (folder / "beside" / "lies_beside.py").write_text("def twice(x):\n    return 2 * x\n")
    (folder / "beside" / "mine.py").write_text("import lies_beside\n\ndef f(x):\n    return lies_beside.twice(x)\n")
    text = "random Integer X ~ UniformInt(3, 3);\nquery f(X);\n"
    assert answered("run", "-", "--python", "beside/mine.py", stdin=text)["queries"][0]["mean"] == 6


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = (1,\n", "bad.py:1:1: error: Python cannot read this: '(' was never closed\n    x = (1,\n    ^^^^^^^\n"),
        (
            "def f():\n    raise OSError('gone')\n\nf()\n",
            "bad.py:2:5: error: the Python file raised OSError: gone\n        raise OSError('gone')\n"
            "        ^^^^^^^^^^^^^^^^^^^^^\n",
        ),
        (
            "import no_such_module\n",
            "bad.py:1:1: error: the Python file raised ModuleNotFoundError: No module named 'no_such_module'\n"
            "    import no_such_module\n    ^^^^^^^^^^^^^^^^^^^^^\n",
        ),
        (
            "raise SystemExit(3)\n",
            "bad.py:1:1: error: the Python file raised SystemExit: 3\n"
            "    raise SystemExit(3)\n    ^^^^^^^^^^^^^^^^^^^\n",
        ),
        (
            "x = 1\n",
            "error: bad.py defines no distribution and no function\n"
            "  help: a distribution is a class with sample(rng, …) and log_prob(value, …)\n",
        ),
    ],
)
def test_a_python_file_at_fault_is_one_message(folder: Path, text: str, message: str) -> None:
    (folder / "bad.py").write_text(text)
    assert refused("run", "-", "--python", "bad.py", stdin=COIN) == message


def test_two_python_files_must_not_define_the_same_name(folder: Path) -> None:
    (folder / "a.py").write_text("def f(x):\n    return x\n")
    (folder / "b.py").write_text("def f(x):\n    return x\n")
    message = refused("run", "-", "--python", "a.py", "--python", "b.py", stdin=COIN)
    assert message == "error: b.py defines `f`, and so does a file before it\n"


def test_what_python_code_raises_in_a_run_fails_the_run(folder: Path) -> None:
    (folder / "bad.py").write_text("def f(x):\n    return x[0]\n")
    text = "random Integer X ~ UniformInt(3, 3);\nquery f(X);\n"
    message = refused("run", "-", "--python", "bad.py", stdin=text, code=1)
    assert "the Python function `f` raised TypeError: 'int' object is not subscriptable" in message


def test_parameters(folder: Path) -> None:
    data = answered("run", "-", "--param", "p=0.3", stdin=PARAMETRIC)
    assert data["queries"][0]["distribution"][1]["probability"] == pytest.approx(0.3)
    text = 'type T; distinct T A, B; param T t; param String s; param Boolean b; query t == B & b & s == "x";'
    data = answered("run", "-", "--param", "t=B", "--param", "b=true", "--param", ' s = "x" ', stdin=text)
    assert data["queries"][0]["distribution"] == [{"value": True, "probability": 1.0, "mcse": None}]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--param", "p"], "error: --param p is not understood\n  help: write --param name=value\n"),
        (["--param", "=3"], "error: --param =3 is not understood\n  help: write --param name=value\n"),
        (["--param", "p=0.3", "--param", "p=0.4"], "error: --param gives `p` twice\n"),
    ],
)
def test_parameters_that_are_not_understood(options: list[str], message: str) -> None:
    assert refused("run", "-", *options, stdin=PARAMETRIC) == message


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([], "error: param `p` has no value\n"),
        (["--param", "p=2"], "error: `p` = 2 does not satisfy its constraint\n"),
        (["--param", "p=x"], "error: the value given for param `p` does not fit: 'x' is not a value of type Real\n"),
        (["--param", "p=0.3", "--param", "q=1"], "error: a value is given for `q`, but the model has no such param\n"),
    ],
)
def test_parameters_that_do_not_fit(options: list[str], message: str) -> None:
    assert message in refused("run", "-", *options, stdin=PARAMETRIC)


OBJECTS = "type Cit;\nrandom Boolean F(Cit c) ~ BooleanDistrib(0.5);\nquery {c for Cit c};\n"


@pytest.mark.parametrize(
    ("name", "text", "given", "expected"),
    [
        ("c.csv", "id,text\nA,x\nB,y\n", "c.csv", ["A", "B"]),
        ("c.csv", 'text,id\n"a, b",A\n\nx, B\n', "c.csv:id", ["A", "B"]),
        ("c.csv", "id,text\nA,x\u2028y\x0bz\nB,y\n", "c.csv", ["A", "B"]),
        ("c.tsv", "id\ttext\nA\tx\n", "c.tsv:text", ["x"]),
        ("c.jsonl", '{"id": "A"}\n\n{"id": 7}\n', "c.jsonl", ["A", "7"]),
        ("c.jsonl", '{"id": "A", "n": "x"}\n', "c.jsonl:n", ["x"]),
        ("c.jsonl", '"A"\n"B"\n', "c.jsonl", ["A", "B"]),
        ("c.txt", "A\n\n B \n", "c.txt", ["A", "B"]),
        ("a:b", "A\n", "a:b", ["A"]),
    ],
)
def test_objects_from_a_file(folder: Path, name: str, text: str, given: str, expected: list[str]) -> None:
    (folder / name).write_text(text)
    (query,) = answered("run", "-", "--data", f"Cit={given}", stdin=OBJECTS)["queries"]
    assert query["distribution"][0]["value"] == expected


@pytest.mark.parametrize(
    ("name", "text", "given", "message"),
    [
        ("c.csv", "id,text\nA,x\n", "c.csv:title", "c.csv has no column title\n  help: it has id, text"),
        ("c.csv", "", "c.csv", "c.csv has no column \n  help: it has none"),
        ("c.csv", "id\n", "c.csv", "c.csv holds no objects"),
        ("c.csv", "text,id\nx\n", "c.csv:id", "c.csv:2: there is no value in column id"),
        ("c.csv", "id,text\n ,x\n", "c.csv", "c.csv:2: there is no value in column id"),
        ("c.csv", 'id\n"A"B\n', "c.csv", "c.csv:2: this is no table: ',' expected after '\"'"),
        ("c.jsonl", "{\n", "c.jsonl", "c.jsonl:1: this is no JSON: "),
        ("c.jsonl", '{"id": "A"}\n{"x": 1}\n', "c.jsonl", "c.jsonl:2: there is no value called id"),
        ("c.jsonl", '{"id": true}\n', "c.jsonl", "c.jsonl:1: true cannot name an object\n  help: names are strings"),
        ("c.jsonl", '{"id": ""}\n', "c.jsonl", 'c.jsonl:1: "" cannot name an object'),
        ("c.txt", "A\n", "c.txt:id", "c.txt has no columns, so none is called id\n  help: columns are in .csv"),
        ("c.txt", "A\n", "d.txt", "cannot read d.txt: there is no such file\n  help: did you mean c.txt?"),
        ("c.txt", "A\nA\n", "c.txt", "`A` is given twice as an object of type Cit"),
    ],
)
def test_files_of_objects_at_fault(folder: Path, name: str, text: str, given: str, message: str) -> None:
    (folder / name).write_text(text)
    assert f"error: {message}" in refused("run", "-", "--data", f"Cit={given}", stdin=OBJECTS)


def test_objects_that_are_not_understood(folder: Path) -> None:
    (folder / "c.txt").write_text("A\n")
    for given in ("Cit", "Cit=", "=c.txt"):
        assert refused("run", "-", "--data", given, stdin=OBJECTS) == (
            f"error: --data {given} is not understood\n"
            "  help: write --data Type=file.csv or --data Type=file.csv:column\n"
        )
    twice = ("--data", "Cit=c.txt", "--data", "Cit=c.txt")
    assert refused("run", "-", *twice, stdin=OBJECTS) == "error: --data gives objects of Cit twice\n"
    message = refused("run", "-", "--data", "Cat=c.txt", stdin=OBJECTS)
    assert "error: objects are given for `Cat`, which the model does not declare" in message
