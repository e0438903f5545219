"""The page of what was found."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noumena.domains.citations.matches import Matches, matches
from noumena.domains.citations.output import report
from noumena.domains.citations.output.report import report_page
from noumena.domains.citations.records import Record
from tests.domains.citations.hand_made import draws
from tests.domains.citations.output.found_by_hand import TEXTS, found
from tests.pages import Page


def test_the_page_has_everything() -> None:
    page = Page(report_page(found(truth=True), "mine.bib"))
    assert page.count("details") == 3
    assert "4 citations 3 publications 4 researchers 1 question" in page.text
    assert "100.0 % of 3 true clusters are found exactly, 80.0 % by samples on average." in page.text
    assert "Bo Ek, Al Dee" in page.text
    assert "10 samples of 1 run from seed 3, 5.8 s." in page.text
    assert [e["data-first"] for _, e in page.elements if "data-first" in e] == ["ek90"]
    links = [attributes["href"] for tag, attributes in page.elements if tag == "a"]
    targets = {f"#{attributes['id']}" for _, attributes in page.elements if "id" in attributes}
    assert "#p1" in links
    assert set(links) <= targets


def test_without_truth_and_doubt_less_is_said() -> None:
    page = Page(report_page(matches([Record(1, "Bo Ek. On urns")], [(0, draws([[0]]))]), "x"))
    assert "Against the truth" not in page.text
    assert "None: every pair has a probability below 0.05 or above 0.95." in page.text
    assert "1 citation 1 publication 1 researcher 0 questions" in page.text


def test_nothing_is_loaded_from_elsewhere() -> None:
    made = report_page(found(), "x")
    page = Page(made)
    assert not {"link", "img", "iframe", "object", "base"} & {tag for tag, _ in page.elements}
    assert all("src" not in attributes for _, attributes in page.elements)
    assert not re.search(r"https?://|@import|url\(", made)
    (policy,) = (e["content"] for _, e in page.elements if e.get("http-equiv") == "Content-Security-Policy")
    assert policy is not None
    assert policy.startswith("default-src 'none';")


def test_all_text_is_escaped() -> None:
    hostile = '"><script>alert(1)</script><b onclick="x">&amp;'
    records = [Record(1, hostile, name=hostile), Record(2, f"{hostile} b", name=f"{hostile}2")]
    made = draws([[0, 0], [0, 1]], [hostile], [f"{hostile.replace(';', '')}, a"], [hostile])
    page = Page(report_page(matches(records, [(0, made)]), hostile))
    assert page.count("script") == 1
    assert page.count("b") == Page(report_page(found(), "x")).count("b") - 2  # two publications fewer
    assert all("onclick" not in attributes for _, attributes in page.elements)
    assert hostile in page.text
    assert "\x1b" not in report_page(found(), "x")
    assert TEXTS[2] in Page(report_page(found(), "x")).text


@pytest.mark.parametrize("limit", ["MOST_QUESTIONS", "MOST_PUBLICATIONS", "MOST_CITATIONS"])
def test_of_much_the_first_is_shown(monkeypatch: pytest.MonkeyPatch, limit: str) -> None:
    monkeypatch.setattr(report, limit, 1)
    number = 6
    records = [Record(k + 1, f"text {k}") for k in range(number)]
    whole, apart = [0, 0, 1, 1, 2, 2], [0, 3, 1, 4, 2, 5]
    page = Page(report_page(matches(records, [(0, draws([whole, whole, apart], authors=["ek, bo; dee, al"]))]), "x"))
    more = {"MOST_QUESTIONS": 2, "MOST_PUBLICATIONS": 2, "MOST_CITATIONS": 1}
    assert f"… and {more[limit]} more: --out writes all of them." in page.text


@given(st.lists(st.text(), min_size=2, max_size=2), st.text())
def test_any_text_makes_a_page(texts: list[str], value: str) -> None:
    records = [Record(k, " ".join(text.split()) or "x", name=text) for k, text in enumerate(texts, start=1)]
    made = matches(records, [(0, draws([[0, 0], [0, 1]], [value], [value], [value]))])
    page = Page(report_page(made, texts[0]))
    assert (page.count("script"), page.count("style"), page.count("h1")) == (1, 1, 1)


def big() -> Matches:
    records = [Record(k + 1, " ".join(f"Word{k * j % 97}" for j in range(40 if k % 50 else 2_000))) for k in range(500)]
    whole = [k // 3 for k in range(500)]
    rows = [[k if k % 5 == sample % 5 else -1 - label for k, label in enumerate(whole)] for sample in range(10)]
    return matches(records, [(0, draws(rows, ["a title of some length about urns and balls"], ["ek, bo; dee, al"]))])


def test_five_hundred_citations_are_less_than_two_megabytes() -> None:
    assert len(report_page(big(), "big").encode()) < 2_000_000
