"""Words and phrases of citations, and the groups that they make."""

from __future__ import annotations

from benchmarks.citations.phrase_matching import phrase_matching, phrases

URN = "[Ek90] A. Ek and B. Ås. Drawing coloured balls from urns. In Proc. Conf. on Urns, pp. 1-20, 1990."
SHORT = "Ek, A., As, B. (1990). Drawing coloured balls from urns."
HYPHEN = "A. Ek. Drawing colou- red balls from urns, 1990"
OTHER = "C. Oy. Tracking ships by radar in heavy rain. Journal of Ships, 1991."
LEAST = "C. Oy. Tracking ships by radar."


def test_citations_are_made_alike() -> None:
    assert phrases("[1] É. Ås, the Proc of co-op Urns") == {"e", "as", "proceedings", "coop", "urns"} | {
        "proceedings coop",
        "coop urns",
        "proceedings coop urns",
    }


def test_phrases_do_not_go_beyond_their_section() -> None:
    assert "balls urns" in phrases("balls of urns")
    assert "balls urns" not in phrases("balls, urns")
    assert phrases(".,;") == set()


def test_citations_join_the_group_they_have_most_in_common_with() -> None:
    texts = [LEAST, URN, OTHER, SHORT, HYPHEN]
    labels = phrase_matching(texts)
    assert labels[1] == labels[3] == labels[4]
    assert labels[0] == labels[2] != labels[1]
    assert len(set(phrase_matching(texts[::-1]))) == 2


def test_the_threshold_decides() -> None:
    texts = [URN, SHORT, OTHER]
    assert len(set(phrase_matching(texts, 1.1))) == 3
    assert len(set(phrase_matching(texts, 0.0))) == 2


def test_few_and_empty_citations() -> None:
    assert phrase_matching([]) == []
    assert phrase_matching([URN]) == [0]
    assert len(set(phrase_matching(["...", "---", URN]))) == 3
    assert phrase_matching([URN, URN]) == [0, 0]
