"""The report in a real browser: it opens without complaint, its controls work, everybody can use it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.browser

Open = Callable[..., Any]
PAGES = ["urn", "exact", "several", "hostile", "citations"]


@pytest.mark.parametrize("name", PAGES)
def test_a_page_opens_without_complaint(open_page: Open, name: str) -> None:
    page = open_page(name)
    assert page.locator("h1").count() == 1
    assert page.locator("#theme").is_visible()


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("width", [320, 375])
def test_a_narrow_page_does_not_scroll_sideways(open_page: Open, name: str, width: int) -> None:
    assert open_page(name, width).evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize(("scheme", "width"), [("light", 1200), ("dark", 375)])
def test_axe_finds_nothing_to_complain_about(open_page: Open, name: str, scheme: str, width: int) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    page = open_page(name, width, color_scheme=scheme)
    page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
    # The policy of the page forbids script from elsewhere; the check itself is put in by the driver.
    found = axe.Axe().run(page)
    told = [f"{v['id']}: {[n['html'][:120] for n in v['nodes'][:2]]}" for v in found.response["violations"]]
    assert told == []


def test_the_switch_changes_the_colours_and_is_remembered(open_page: Open) -> None:
    page = open_page("urn", color_scheme="light")
    paper = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(paper)
    page.click("#theme")
    dark = page.evaluate(paper)
    assert dark != light
    page.reload()
    assert page.evaluate(paper) == dark
    page.click("#theme")
    assert page.evaluate(paper) == light


def test_the_system_decides_until_the_reader_does(open_page: Open) -> None:
    paper = "getComputedStyle(document.body).backgroundColor"
    colours = {open_page("urn", color_scheme=scheme).evaluate(paper) for scheme in ("light", "dark")}
    assert len(colours) == 2


def test_queries_can_be_filtered(open_page: Open) -> None:
    page = open_page("urn")
    page.fill("[data-filter]", "paint")
    assert page.locator("#cards > article:visible").count() == 1
    assert page.inner_text(".filter output") == "1 of 5"
    page.fill("[data-filter]", "")
    assert page.locator("#cards > article:visible").count() == 5


def test_queries_can_be_put_in_order(open_page: Open) -> None:
    page = open_page("several")
    asked = page.locator("#cards h3").all_inner_texts()
    page.select_option("[data-order]", "name")
    assert page.locator("#cards h3").all_inner_texts() == sorted(asked, key=str.lower)
    page.select_option("[data-order]", "doubt")
    doubts = [float(card.get_attribute("data-doubt")) for card in page.locator("#cards > article").all()]
    assert doubts == sorted(doubts, reverse=True)
    page.select_option("[data-order]", "")
    assert page.locator("#cards h3").all_inner_texts() == asked


def test_tables_can_be_sorted_with_the_keyboard(open_page: Open) -> None:
    page = open_page("urn")
    head = page.locator("#moves-table th button", has_text="Accepted")

    def rates() -> list[float]:
        marks = page.locator("#moves-table td:nth-child(2) [data-value]")
        return [float(mark.get_attribute("data-value")) for mark in marks.all()]

    first = rates()
    head.focus()
    page.keyboard.press("Enter")
    assert rates() == sorted(first)
    assert page.locator("#moves-table th[aria-sort]").get_attribute("aria-sort") == "ascending"
    page.keyboard.press("Enter")
    assert rates() == sorted(first, reverse=True)
    page.keyboard.press("Enter")
    assert rates() == first
    assert page.locator("#moves-table th[aria-sort]").count() == 0


def test_numbers_are_sorted_as_numbers(open_page: Open) -> None:
    page = open_page("several")
    page.click("#diagnostics-table thead button:has-text('Mean')")
    shown = [text for text in page.locator("#diagnostics-table td:nth-child(4)").all_inner_texts() if text != "–"]
    numbers = [float(text.replace("∞", "inf")) for text in shown]
    assert numbers == sorted(numbers)
    assert len(numbers) > 3


def test_pointing_at_a_mark_tells_its_value(open_page: Open) -> None:
    page = open_page("urn")
    page.locator("#q1 svg .b path").first.hover(position={"x": 4, "y": 4})
    assert page.locator("#tip").is_visible()
    assert page.inner_text("#tip").startswith("1: 0.")


def test_the_keyboard_goes_from_mark_to_mark(open_page: Open) -> None:
    page = open_page("exact")
    plot = page.locator("#q1 svg.plot").first
    plot.focus()
    page.keyboard.press("ArrowRight")
    first = page.inner_text("#tip")
    page.keyboard.press("ArrowRight")
    assert (first[:2], page.inner_text("#tip")[:2]) == ("1:", "2:")
    page.keyboard.press("Escape")
    assert page.locator("#tip").is_hidden()


def test_a_chain_comes_forward(open_page: Open) -> None:
    page = open_page("urn")
    seen = "[...document.querySelectorAll('#q1 path.l')].map((p) => getComputedStyle(p).opacity)"
    page.click(".legend button >> nth=1")
    opacities = page.evaluate(seen)
    assert "1" in opacities
    assert any(float(o) < 0.5 for o in opacities)
    page.click(".legend button >> nth=1")
    assert set(page.evaluate(seen)) == {"1"}


def test_a_link_shows_a_query_that_was_filtered_out(open_page: Open) -> None:
    page = open_page("urn")
    page.fill("[data-filter]", "paint")
    page.click("#diagnostics-table a[href='#q1']")
    assert page.locator("#q1").is_visible()


def test_paper_is_white_without_controls_and_with_everything_open(open_page: Open) -> None:
    page = open_page("several", color_scheme="dark")
    page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = false; })")
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    for control in ("nav", ".filter", "#theme", ".legend"):
        assert page.locator(control).first.is_hidden()
    assert page.locator("details:not([open])").count() == 0
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator("details[open]").count() == 0
    assert len(page.pdf()) > 10_000


@pytest.mark.parametrize("name", PAGES)
def test_without_script_the_page_is_whole(open_page: Open, name: str) -> None:
    page = open_page(name, java_script_enabled=False)
    assert page.locator("#theme").is_hidden()
    assert page.locator("main section").count() >= 3


def test_pairs_of_citations_are_decided(open_page: Open) -> None:
    page = open_page("citations")
    page.click("#pairs button[value='same']")
    assert page.inner_text("#count-same") == "1"
    with page.expect_download() as saved:
        page.click("[data-save='same']")
    assert saved.value.path().read_text().startswith("first,second\n")


def test_clusters_of_citations_are_filtered_and_sorted(open_page: Open) -> None:
    page = open_page("citations")
    page.fill("[data-filter]", "zzzz")
    assert page.locator("#publications details:visible").count() == 0
    page.click("#people td a >> nth=0")
    assert page.locator("#publications details[open]").count() == 1
    page.click("#people thead button >> nth=0")
    names = page.locator("#people tbody td:first-child").all_inner_texts()
    assert names == sorted(names, key=str.lower)
