"""Formats of citations: estimated from tags, written to a file and read again."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import numpy as np
import pytest

from noumena.domains.citations.normal_form import normal
from noumena.domains.citations.text_model.citation_text import CitationText
from noumena.domains.citations.text_model.estimate import estimate_formats, main
from noumena.domains.citations.text_model.formats import BOOK, JOURNAL, PROCEEDINGS, REPORT, UNKNOWN, Formats
from noumena.domains.citations.text_model.formats_file import read_formats, write_formats
from noumena.domains.citations.text_model.name_estimates import name_formats
from noumena.domains.citations.text_model.segments import Segments, segments

SHARED = Path(__file__).parents[5] / "shared" / "data"
TAGGED = [
    "<author>Pearl, J. and Dean, T.</author> <date>(1990).</date> <title>Learning to Read.</title>"
    " <journal>J. Reading,</journal> 12.",
    "<authors><author> M. Bee</author><author> and S. Wasp.</author></authors>"
    "<title> One View. </title><tech>Report 9, </tech>",
    '<title>"On Go,"</title> <booktitle>in Games</booktitle>, <editor>A. Bee, ed.</editor>',
    "[3] <author>A. Bee,</author> <journal>Phys. Rev.</journal> <volume>7</volume>",
]


def test_a_tagged_citation_is_cut_into_its_parts() -> None:
    assert [segments(tagged) for tagged in TAGGED] == [
        Segments(0, "", "pearl, j. and dean, t.", " (1990). ", "learning to read", ". j. reading, 12.", JOURNAL),
        Segments(0, "", "m. bee and s. wasp", ". ", "one view", ". report 9,", REPORT),
        Segments(1, '"', "", "", "on go", '," in games, a. bee, ed.', PROCEEDINGS),
        Segments(2, "[3] ", "a. bee", "", "", ", phys. rev. 7", JOURNAL),
    ]
    assert segments("<journal>Nature</journal> 1990") is None


def test_spaces_before_signs_are_taken_out() -> None:
    cut = segments("<author>Bee , A .</author><title>On Go ( again ) .</title> <publisher>MIT</publisher> , 1990 .")
    assert cut == Segments(0, "", "bee, a.", " ", "on go (again", "). mit, 1990.", BOOK)
    thesis = segments("<author>Bee , A .</author><title>On Go.</title> PhD thesis")
    assert thesis is not None
    assert thesis.kind == REPORT
    bare = segments("<title>On Go.</title>")
    assert bare is not None
    assert bare.kind == UNKNOWN


def test_formats_are_counts_and_shares() -> None:
    formats = estimate_formats(TAGGED * 2)  # the same citation again counts once
    assert formats.orders == pytest.approx((0.8 * 0.5 + 0.2 * 0.93, 0.8 * 0.25 + 0.2 * 0.05, 0.8 * 0.25 + 0.2 * 0.02))
    assert formats.labels == pytest.approx(0.8 * 0.25 + 0.2 * 0.01)
    assert formats.shapes_before == {
        "EE ": 1, "E (": 1, " (N": 1, "(N)": 1, "N).": 1, "). ": 1, ". E": 2, "EE.": 1, "E. ": 1,
    }  # fmt: skip
    assert formats.words == {}
    assert formats.rare_words == pytest.approx(0.8 + 0.2 * 0.3)
    assert formats.years == 1
    assert formats.number_lengths == (2, 1, 0, 0, 0, 0, 0, 0)


def test_words_that_come_often_are_listed_by_kind() -> None:
    tagged = [f"<author>A. Bee.</author> <title>On Go {k}.</title> <journal>Games</journal> {k}" for k in range(4)]
    formats = estimate_formats(tagged)
    assert formats.words == {"games": (0, 0, 4, 0, 0)}
    assert formats.first_words == {"games": 4}


def test_forms_of_names_are_told_apart() -> None:
    turned = name_formats(["aha, d. w., kibler, d., and albert, m. k."] * 200)
    natural = name_formats(["scott b. huffman and john e. laird"] * 200)
    mixed = name_formats(["danyluk, a.p. and f.j. provost"] * 200)
    assert turned.surname_first > 0.95 > 0.05 > natural.surname_first
    assert mixed.first_turned > 0.9
    assert turned.comma > 0.9
    assert turned.and_before_last > 0.9
    assert turned.and_before_others < 0.05
    assert natural.comma < 0.1
    assert natural.given_in_full == pytest.approx(0.5, abs=0.02)
    assert turned.given_in_full < 0.05


def test_formats_are_read_as_they_were_written(tmp_path: Path) -> None:
    formats = estimate_formats(TAGGED)
    path = tmp_path / "formats.json.gz"
    write_formats(formats, path)
    first = path.read_bytes()
    assert read_formats(path) == formats
    write_formats(read_formats(path), path)
    assert path.read_bytes() == first
    assert CitationText(str(path)).formats == formats


def test_the_command_writes_what_is_estimated(tmp_path: Path) -> None:
    source, target = tmp_path / "tagged.jsonl", tmp_path / "formats.json.gz"
    source.write_text("\n".join(json.dumps({"tagged": tagged}) for tagged in TAGGED), encoding="utf-8")
    main([str(source), str(target)])
    assert read_formats(target) == estimate_formats(TAGGED)
    with pytest.raises(SystemExit, match="give one or more files of tagged citations"):
        main([str(target)])


def test_orders_that_do_not_sum_to_one_are_refused() -> None:
    with pytest.raises(
        ValueError, match=r"the shares of the orders are \(0.5, 0.5, 0.5\); they must be at least 0 and sum"
    ):
        Formats(orders=(0.5, 0.5, 0.5))


def test_without_tags_nothing_is_estimated() -> None:
    with pytest.raises(ValueError, match="there is no citation with <author> or <title>"):
        estimate_formats(["A. Bee. On Go."])


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"no gzip", "is no file of citation formats: .*; one is written by `write_formats`"),
        (gzip.compress(b"{", mtime=0), "is no file of citation formats"),
        (gzip.compress(b"[]", mtime=0), "has formats of version None, and this is version 1; estimate them anew"),
        (gzip.compress(b'{"version": 2}', mtime=0), "has formats of version 2, and this is version 1"),
        (
            gzip.compress(b'{"version": 1, "formats": {"orders": []}}', mtime=0),
            "has formats that cannot be read: .*orders",
        ),
    ],
)
def test_a_file_that_cannot_be_read_is_told(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "formats.json.gz"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=message):
        read_formats(path)


def test_the_formats_of_the_package_are_whole() -> None:
    formats = read_formats()
    assert sum(formats.orders) == pytest.approx(1.0)
    assert len(formats.words) > 200
    assert min(sum(counts) for counts in formats.words.values()) >= 3
    assert isinstance(formats, Formats)


@pytest.mark.skipif(not SHARED.exists(), reason="the sets of citations are not beside the project")
def test_the_formats_of_the_package_are_those_of_their_set(tmp_path: Path) -> None:
    main([str(SHARED / "cora_refs" / "cora_refs.jsonl"), str(tmp_path / "formats.json.gz")])
    assert read_formats(tmp_path / "formats.json.gz") == read_formats()


@pytest.mark.skipif(not SHARED.exists(), reason="the sets of citations are not beside the project")
@pytest.mark.parametrize("name", ["face", "constraint"])
def test_real_citations_are_likelier_for_their_own_titles(name: str) -> None:
    lines = (SHARED / "citeseer" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines[:60]]
    parts = [segments(row["tagged"]) for row in rows]
    made, wins = CitationText(), []
    for k, (row, part) in enumerate(zip(rows, parts, strict=True)):
        other = parts[k - 7]
        if part is None or other is None or not part.title or not other.title or part.title == other.title:
            continue
        own, strange = (
            made.log_prob(normal(row["text"]), title, "", 0, 4, "", "") for title in (part.title, other.title)
        )
        wins.append(own > strange)
    assert np.mean(wins) > 0.95
