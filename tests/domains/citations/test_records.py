"""Files of citations: each format, and every way they can be wrong."""

from __future__ import annotations

import gzip
import io
import json
from pathlib import Path

import pytest

from noumena.domains.citations.records import Record, embedded_records, read_records
from noumena.model.diagnostics import BlogError


def records(
    folder: Path, name: str, content: str | bytes, text: str | None = None, truth: str | None = None
) -> tuple[Record, ...]:
    (folder / name).write_bytes(content.encode() if isinstance(content, str) else content)
    return read_records(folder / name, text, truth)


def texts(folder: Path, name: str, content: str | bytes, text: str | None = None) -> list[str]:
    return [record.text for record in records(folder, name, content, text)]


def refusal(folder: Path, name: str, content: str | bytes, text: str | None = None, truth: str | None = None) -> str:
    with pytest.raises(BlogError) as error:
        records(folder, name, content, text, truth)
    return str(error.value).replace(f"{folder}/", "")


def test_a_line_is_a_citation(tmp_path: Path) -> None:
    read = records(tmp_path, "a.txt", "A. Author. One.\n\n  \n\tB. Author.   Two. \r\nA. Author. One.")
    assert read == (
        Record(1, "A. Author. One.", None, 1),
        Record(2, "B. Author. Two.", None, 4),
        Record(3, "A. Author. One.", None, 5),
    )


def test_one_citation_is_enough_and_may_be_long(tmp_path: Path) -> None:
    long = "x" * 10_000
    assert texts(tmp_path, "one", long) == [long]
    assert texts(tmp_path, "a.csv", f'id,text\n1,"{long}"\n') == [long]


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("packed", [False, True])
def test_tables_with_and_without_mark_and_packing(tmp_path: Path, mark: bytes, packed: bool) -> None:
    content = mark + 'id,cluster,text\nx,7,"Müller, A. ""One""\nand two."\n\n,,\ny,8,B\n'.encode()
    read = records(tmp_path, "a.csv.gz", gzip.compress(content) if packed else content, truth="cluster")
    assert read == (Record(1, 'Müller, A. "One" and two.', "7", 2, "x"), Record(2, "B", "8", 6, "y"))


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.tsv", "n\tcitation\n1\tA, B\n"),
        ("a.csv", "n;citation\n1;A, B\n"),
        ("a.csv", 'reference,citation\nx,"A, B"\n'),
        ("a.csv", 'title\n"A, B"\n'),
        ("a.csv", 'n,citation\n1,"A, B"'),
        ("a.dat", 'n,citation\n1,"A, B"\n'),
        ("a.dat", "\nn\tcitation\n1\tA, B\n"),
        ("a.jsonl", '{"n": 1, "reference": "A, B"}\n'),
        ("a.jsonl", '"A, B"\n'),
        ("a.json", '[\n{"n": 1,\n "text": "A, B"}\n]'),
        ("a.dat", '["A, B"]'),
        ("a.dat", '{"text": "A, B"}\n'),
        ("a.txt", "A, B"),
        ("A.TXT.GZ", "A, B"),
    ],
)
def test_formats_and_columns_are_found(tmp_path: Path, name: str, content: str) -> None:
    assert texts(tmp_path, name, content) == ["A, B"]


def test_lines_that_look_a_little_like_another_format_are_lines(tmp_path: Path) -> None:
    lines = ["[1] A. Author. One.", "{B} Author. Two, 1999, text.", "[2]", '"One", 1999.', "@ A. Author"]
    for first in range(len(lines)):
        turned = lines[first:] + lines[:first]
        assert texts(tmp_path, "a", "\n".join(turned)) == turned


def test_bibtex(tmp_path: Path) -> None:
    bibtex = "\n@misc{k, title = {One},\n cluster = {c}}\n@misc{l, title = {Two}, cluster = 3}"
    for name in ("a.bib", "a.txt"):
        read = records(tmp_path, name, bibtex, truth="cluster")
        assert read == (Record(1, "One.", "c", 2, "k"), Record(2, "Two.", "3", 4, "l"))
    assert texts(tmp_path, "a.bib", bibtex, "title") == ["One", "Two"]


def test_a_list_in_json_knows_its_lines(tmp_path: Path) -> None:
    content = '[\n {"id": 4, "text": "A",\n  "cluster": 1},\n\n {"id": "b", "text": "B", "cluster": "x"}]'
    read = records(tmp_path, "a.json", content, truth="cluster")
    assert read == (Record(1, "A", "1", 2, "4"), Record(2, "B", "x", 5, "b"))


def test_a_separator_of_lines_within_a_text_ends_no_row(tmp_path: Path) -> None:
    assert texts(tmp_path, "a.csv", "id,text\n1,A\u2028B\x0bC\n") == ["A B C"]


def test_a_name_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text('id,text\n" x\n y ",A\n,B\n', encoding="utf-8")
    assert [record.name for record in read_records(tmp_path / "a.csv")] == ["x y", None]


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"A. Author\n")))
    assert [record.text for record in read_records("-")] == ["A. Author"]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        (
            "a",
            b"ab\nc\xe9d",
            "a:2:2: error: this is not UTF-8 text: byte 0xe9\n    c\ufffdd\n     ^\n  help: save the file as UTF-8",
        ),
        ("a", b"\xef\xbb\xbf\xc3\xbc\xff", "a:1:2: error: this is not UTF-8 text: byte 0xff"),
        ("a", "a\n".encode("utf-16"), "a: this is UTF-16, not UTF-8\n  help: save the file as UTF-8"),
        ("a", b"ab\r\ncd\0\x01", "a:2:3: error: this is no text: byte 0x00\n"),
        ("a.gz", gzip.compress(b"abc" * 99, mtime=0)[:-9], "cannot unpack a.gz: "),
        ("a", b"", "a holds no citations\n  help: write a citation on each line, or give a table with a column `text`"),
        ("a.csv", b"id,text\n\n", "a.csv holds no citations"),
        ("a.json", b"[]", "a.json holds no citations"),
        ("a.bib", b"nothing", "a.bib holds no citations"),
        ("a.csv", b"id,title\n1,A\n", "a.csv:2: which column holds the citations? none is called text, citation or"),
        ("a.csv", b"id,,title\n1,,A\n", "help: name it by --text; there are id, one without a name, title"),
        ("a.csv", b"text,id,text\n1,2,A\n", "a.csv:1: two columns are called text\n  help: give each its own name"),
        ("a.csv", b"id,,\n1,2,A\n", "a.csv:1: two columns are called nothing"),
        ("a.csv", b'id,text\n1,"A\n"\n2,B,C\n', "a.csv:4: this row has 3 fields, but the header has 2\n  help: put a"),
        ("a.csv", b"id,text\n1\n", "a.csv:2: this row has 1 field, but the header has 2\n  help: put a text that hold"),
        ("a.tsv", b"id\ttext\n1\n", "help: put a text that holds a tab in double quotes"),
        (
            "a.csv",
            b'id,text\n1,A\n2,"B\n',
            "a.csv:3: this row is not understood: unexpected end of data\n  help: a text",
        ),
        ("a.csv", b"id,text\n1, \n", "a.csv:2: there is nothing in column text\n  help: give every record one, or"),
        (
            "a.jsonl",
            b'{"text": "A"}\n{"text": }\n',
            "a.jsonl:2:10: this is no JSON: Expecting value\n  help: each line",
        ),
        ("a.json", b'["A", "B"', "a.json:1:10: this is no JSON: Expecting ',' delimiter"),
        ("a.json", b'["A"\n,[1]]', "a.json:2: [1] is no record\n  help: a record is a string or an object such as"),
        ("a.json", b"9" * 5000, "a.json:1: this is no JSON: Exceeds the limit"),
        ("a.json", b"[" * 200_000, "this is no JSON: "),
        ("a.json", b'[{"text": "A"}, "  "]', "a.json:1: there is no text in this record\n  help: give it a text, or"),
        ("a.jsonl", b'{"text": "A"}\n{"t": "A"}', "a.jsonl:2: there is no column text\n  help: name another by --text"),
        ("a.jsonl", b'{"text": 5}', "a.jsonl:1: text is 5\n  help: a text is a string; a truth is a string or a num"),
        (
            "a.jsonl",
            json.dumps(dict.fromkeys("abcdefghijkl", "A")).encode(),
            "there are a, b, c, d, e, f, g, h, i, j, …",
        ),
        ("a.jsonl", b"{}", "help: name it by --text; there are none"),
        ("a.bib", b"@misc{a,}", "a.bib:1: there is nothing in column text"),
    ],
)
def test_what_cannot_be_read_is_refused(tmp_path: Path, name: str, content: bytes, message: str) -> None:
    assert message in refusal(tmp_path, name, content)


@pytest.mark.parametrize(
    ("name", "content", "text", "truth", "message"),
    [
        ("a.csv", "id,text\n1,A\n", "title", None, "a.csv:2: there is no column title\n  help: name another by --text"),
        ("a.csv", "id,text\n1,A\n", None, "cluster", "help: name another by --truth; there are id, text"),
        ("a.csv", "id,text\n,A\n", None, "id", "a.csv:2: there is nothing in column id\n  help: give every record one"),
        ("a.csv", "id,text\n,A\n", None, "id", "or leave it out, or run without --truth"),
        ("a.jsonl", '{"text": "A", "c": true}', None, "c", "a.jsonl:1: c is true\n  help: a text is a string; a truth"),
        ("a", "\nA", None, "c", "a:2: this is a plain text, which has no column c\n  help: columns are in .csv, .tsv"),
        ("a", "A", "t", None, "a:1: this is a plain text, which has no column t"),
        ("a.csv", "id,text\n1,A\n", "x" * 99, None, f"there is no column {'x' * 39}…"),
    ],
)
def test_columns_that_are_not_there_are_refused(
    tmp_path: Path, name: str, content: str, text: str | None, truth: str | None, message: str
) -> None:
    assert message in refusal(tmp_path, name, content, text, truth)


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BlogError, match="it is a folder"):
        read_records(tmp_path)
    (tmp_path / "refs.csv").write_text("")
    with pytest.raises(BlogError, match=r"there is no such file\n  help: did you mean .*refs\.csv\?"):
        read_records(tmp_path / "refs.cvs")
    with pytest.raises(BlogError, match="null"):
        read_records("a\0b")


def test_the_embedded_citations_have_a_truth() -> None:
    read = embedded_records()
    assert len(read) > 1
    assert all(record.truth and record.name for record in read)
    assert len({record.truth for record in read}) < len(read)
