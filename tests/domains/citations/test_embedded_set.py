"""The citations that ship with the package: their form, their counts, and that their order says nothing."""

from __future__ import annotations

import csv
import re
from collections import Counter, defaultdict
from importlib import resources
from itertools import combinations, pairwise

import pytest

FOLDER = resources.files("noumena") / "domains" / "citations"
ROWS = list(csv.DictReader(FOLDER.joinpath("embedded.csv").read_text(encoding="utf-8").splitlines(), strict=True))


def places() -> dict[str, list[int]]:
    """The places of each publication's citations in the file."""
    found = defaultdict(list)
    for place, row in enumerate(ROWS):
        found[row["cluster"]].append(place)
    return found


def test_the_columns_are_the_four_of_the_readme() -> None:
    head = FOLDER.joinpath("embedded.csv").read_text(encoding="utf-8").splitlines()[0]
    assert head == "id,text,cluster,authors"
    assert all(None not in row and None not in row.values() for row in ROWS)


def test_the_ids_are_a_running_number() -> None:
    assert [row["id"] for row in ROWS] == [str(number) for number in range(1, len(ROWS) + 1)]


def test_the_counts_are_those_of_the_readme() -> None:
    text = " ".join(FOLDER.joinpath("README.md").read_text(encoding="utf-8").split())
    said = re.search(
        r"(\d+) citations of (\d+) publications by (\d+) researchers: .*? (\d+) publications are cited once, "
        r"the others two to ten times; (\d+) pairs of citations are of the same publication",
        text,
    )
    assert said is not None
    sizes = Counter(row["cluster"] for row in ROWS).values()
    researchers = {author for row in ROWS for author in row["authors"].split(";")}
    once = sum(size == 1 for size in sizes)
    pairs = sum(size * (size - 1) // 2 for size in sizes)
    assert [int(number) for number in said.groups()] == [len(ROWS), len(sizes), len(researchers), once, pairs]
    assert max(sizes) == 10


def test_every_text_is_one_printable_line_of_at_least_20_characters() -> None:
    def good(text: str) -> bool:
        return len(text) >= 20 and text.isprintable() and text == " ".join(text.split())

    assert [row["text"] for row in ROWS if not good(row["text"])] == []


def test_publications_and_authors_have_readable_keys() -> None:
    name = r"[a-z]+(_[a-z]+)+"
    assert [row for row in ROWS if not re.fullmatch(r"[a-z]+\d{4}-[a-z0-9-]+", row["cluster"])] == []
    assert [row for row in ROWS if not re.fullmatch(f"{name}(;{name})*", row["authors"])] == []


def test_no_string_occurs_twice() -> None:
    """Case and punctuation aside; so none can stand for two publications."""
    plain = Counter(" ".join(re.findall(r"\w+", row["text"].casefold())) for row in ROWS)
    assert [text for text, times in plain.items() if times > 1] == []


def test_all_citations_of_a_publication_have_the_same_true_authors() -> None:
    authors = defaultdict(set)
    for row in ROWS:
        authors[row["cluster"]].add(row["authors"])
    assert [cluster for cluster, lists in authors.items() if len(lists) > 1] == []


def test_no_author_is_named_twice_for_one_publication() -> None:
    assert [row["id"] for row in ROWS if len(set(row["authors"].split(";"))) < len(row["authors"].split(";"))] == []


def test_neighbours_cite_the_same_publication_no_more_often_than_after_a_shuffle() -> None:
    """A shuffle gives 2 · pairs / rows such neighbours on average, here 2.4; above 9 is a chance of 1 in 4000."""
    assert sum(first["cluster"] == second["cluster"] for first, second in pairwise(ROWS)) <= 9


def test_citations_of_one_publication_are_as_far_apart_as_any_two() -> None:
    """Two random rows are (rows + 1) / 3 apart on average; the mean over the pairs is within a tenth of it."""
    gaps = [second - first for found in places().values() for first, second in combinations(found, 2)]
    assert sum(gaps) / len(gaps) == pytest.approx((len(ROWS) + 1) / 3, rel=0.1)
