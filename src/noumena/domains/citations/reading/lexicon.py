"""What is known of a word by itself: a class of words by their work in citations, and how usual it is as a name."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache

from noumena.domains.citations.parameters import Parameters, read_parameters

_CLASSES = {
    "in": "in",
    "and": "and",
    "of the an a for on to with from by at as using via towards toward into between over under through": "small",
    "ed eds edited editor editors edt hrsg": "editor",
    "et": "et",
    "al others": "al",
    "proc proceedings procs conference conf symposium symp workshop meeting congress annual international intl intern"
    " colloquium session sessions advances readings": "meeting",
    "journal transactions trans j jour magazine letters review communications comm acta bulletin quarterly annals"
    " lecture notes lncs lnai": "journal",
    "tech technical report rep reports memo memorandum rapport tr thesis dissertation phd manuscript unpublished draft"
    " preprint working paper": "report",
    "press publisher publishers publishing publ verlag springer wiley kaufmann hall addison wesley elsevier kluwer"
    " macmillan mcgraw academic north holland freeman erlbaum prentice": "publisher",
    "university univ universitat universite dept department institute institut laboratory lab laboratories school"
    " college center centre faculty division inc corp corporation": "place",
    "vol volume number no nr issue chapter chap part series": "volume",
    "pp pages page p pg": "pages",
    "jan january feb february mar march apr april may jun june jul july aug august sep sept september oct october nov"
    " november dec december spring summer fall winter autumn": "month",
    "appear press submitted forthcoming accepted published available also http www ftp": "note",
    "van von der den de la du di del della le ten ter dos da el bin st mac ben": "particle",
    "jr sr ii iii iv": "suffix",
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth": "ordinal",
    "ieee acm aaai ijcai nips icml siam ifip uai chi cvpr iccv ecai icra icslp icassp acl coling lics popl focs stoc"
    " eccv mit": "society",
}
_CLASS_OF = {word: name for words, name in _CLASSES.items() for word in words.split()}
FIRST_YEAR, LAST_YEAR = 1900, 2029


def is_year(word: str) -> bool:
    """Whether the word is a year of four digits, with or without a letter after it (`1991b`)."""
    digits = word[:4]
    return (
        digits.isdigit()
        and FIRST_YEAR <= int(digits) <= LAST_YEAR
        and (len(word) == 4 or (len(word) == 5 and word[4] in "abcdefgh"))
    )


def shape_of(word: str) -> str:
    """The kind of word: an initial, a year, a number by its digits, letters by their number, or a mixture."""
    if word.isdigit():
        return "year" if is_year(word) else f"digits{min(len(word), 5)}"
    if word.isalpha():
        return "initial" if len(word) == 1 else f"letters{len(word) if len(word) < 4 else 4 if len(word) < 8 else 8}"
    if is_year(word):
        return "year"
    return "ordinal" if word[:-2].isdigit() and word[-2:] in ("st", "nd", "rd", "th") else "mixed"


class Lexicon:
    """Counts of names and words of titles, from the priors that come with the package, and what they say of a word."""

    def __init__(self, surnames: Mapping[str, int], given: Mapping[str, int], titles: Mapping[str, int]) -> None:
        self.surnames, self.given, self.titles = surnames, given, titles
        self.class_of = lru_cache(maxsize=50_000)(self._class_of)

    def known(self, word: str) -> tuple[int, int, int]:
        """How usual it is as a surname, as a given name, in titles: 0 for not known, then steps of a factor of 4."""
        return _step(self.surnames.get(word)), _step(self.given.get(word)), _step(self.titles.get(word))

    def _class_of(self, word: str) -> str:
        """One of a few dozen classes."""
        named = _CLASS_OF.get(word)
        if named:
            return named
        if not word.isalpha() or len(word) == 1:
            return shape_of(word)
        surname, given, title = self.known(word)
        if not (surname or given or title):
            return "unknown"
        if title > max(surname, given):
            return "word"
        if not title or max(surname, given) > title + 1:
            return "surname" if surname > given else "given" if given > surname else "name"
        return "both"


@lru_cache(maxsize=1)
def shipped_parameters() -> Parameters:
    """The parameters of the priors that come with the package, read once."""
    return read_parameters()


@lru_cache(maxsize=1)
def shipped_lexicon() -> Lexicon:
    """The lexicon of the priors that come with the package."""
    parameters = shipped_parameters()
    return Lexicon(parameters.surnames.counts, parameters.given.counts, parameters.titles.words.counts)


def _step(count: int | None) -> int:
    return 0 if not count else 1 + min(5, int(math.log(count, 4)))
