"""A model with the vocabulary of the citation model, so small that all its states can be listed."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from noumena import Model
from noumena.domains.citations.model.library import FUNCTIONS
from noumena.domains.citations.proposals.data import ProposalData, proposal_data
from noumena.domains.citations.proposals.neighbours import Neighbours, picked
from noumena.domains.citations.reading import Reading

_TEXT = """
type Researcher; type Team; type Line; type Fame; type Pub; type Cit;
distinct Cit C[{citations}]; distinct Fame F[{fames}];
origin Fame Of(Pub);
#Researcher ~ {people}; #Team ~ {people};
random String Name(Researcher r) ~ {authors};
random Integer Size(Team t) ~ {size};
random Researcher Member(Team t, Integer i) ~ UniformChoice({{r for Researcher r}});
random String From(Team t, Integer i) = if i < Size(t) then Listed(Name(Member(t, i)), From(t, i + 1)) else "";
random String Names(Team t) = From(t, 0);
random Integer Length(String names) = HowMany(names);
random String Nth(String names, Integer i) = NameAt(names, i);
#Line ~ UniformInt(1, 2); #Pub(Of = f) ~ {pubs};
random String Theme(Line l) ~ {title};
random Team People(Line l) ~ UniformChoice({{t for Team t}});
random Integer Era(Line l) ~ {year};
random Line Work(Pub p) ~ UniformChoice({{l for Line l}});
random String Title(Pub p) ~ {like_title}(Theme(Work(p)));
random String Authors(Pub p) ~ {like_authors}(Names(People(Work(p))));
random Integer Year(Pub p) ~ {like_year}(Era(Work(p)));
random Integer Kind(Pub p) ~ {kind};
random String Words(Pub p) ~ if Kind(p) == 1 then {words} else {words_else};
random String Numbers(Pub p) ~ {numbers};
random Fame Drawn(Cit c) ~ UniformChoice({{f for Fame f}});
random Pub Cited(Cit c) ~ UniformChoice({{p for Pub p : Of(p) == Drawn(c)}});
random Boolean Text(Cit c) ~ Seen(
  Title(Cited(c)), Authors(Cited(c)), Year(Cited(c)), Kind(Cited(c)), Words(Cited(c)), Numbers(Cited(c))
);
random Boolean Counted ~ if size({{p for Pub p}}) >= 0 then BooleanDistrib(1.0);
obs Counted = true;
{observed}
query #Pub;
"""
VALUES: dict[str, tuple[object, object]] = {
    "title": ("a", "b"),
    "authors": ("e", "f"),
    "year": (1990, 1991),
    "kind": (1, 2),
    "words": ("", "y"),
    "numbers": ("", "7"),
}


LISTS = ("e", "e; f")


class _TwoValues:
    """One of two values, of which the given one has 0.7."""

    def log_prob(self, value: object, given: object) -> float:
        """ln p."""
        return math.log(0.7 if value == given else 0.3)

    def sample(self, rng: np.random.Generator, given: object) -> object:
        """One of them."""
        return self.support(given)[int(rng.random() < 0.3)]

    def support(self, given: object) -> Sequence[object]:
        """Both, the given one first."""
        pair = next(pair for pair in VALUES.values() if given in pair)
        return [given, pair[pair[0] == given]]


class _TwoLists:
    """One of two lists, of which the given one has 0.7; any other gives both alike."""

    def log_prob(self, value: str, given: str) -> float:
        """ln p."""
        return math.log((0.7 if value == given else 0.3) if given in LISTS else 0.5)

    def sample(self, rng: np.random.Generator, given: str) -> str:
        """One of them."""
        return LISTS[int(rng.random() < math.exp(self.log_prob(LISTS[1], given)))]

    def support(self, given: str) -> Sequence[str]:
        """Both."""
        return LISTS


class _Same:
    """The given value."""

    def log_prob(self, value: object, given: object) -> float:
        """ln p."""
        return 0.0 if value == given else -math.inf

    def sample(self, rng: np.random.Generator, given: object) -> object:
        """It."""
        return given

    def support(self, given: object) -> Sequence[object]:
        """It alone."""
        return [given]


class Seen:
    """True or false, with a probability that depends on all that is given."""

    def log_prob(self, value: bool, *given: object) -> float:
        """ln p."""
        true = 0.2 + 0.6 * (sum(ord(sign) * (k + 3) for k, sign in enumerate(repr(given))) % 17) / 17.0
        return math.log(true if value else 1.0 - true)

    def sample(self, rng: np.random.Generator, *given: object) -> bool:
        """One of them."""
        return bool(rng.random() < math.exp(self.log_prob(True, *given)))

    def support(self, *given: object) -> Sequence[bool]:
        """Both."""
        return [False, True]


def toy(*varied: str, citations: int = 2, fames: int = 1) -> Model:
    """The model in which these attributes have two values, and all others one; `lists` are one or two authors."""
    with_lists, varied = "lists" in varied, tuple("authors" if name == "lists" else name for name in varied)

    def law(name: str, chance: float = 0.6) -> str:
        first, second = (f'"{value}"' if isinstance(value, str) else value for value in VALUES[name])
        pairs = f"{first} -> {chance}, {second} -> {1 - chance}" if name in varied else f"{first} -> 1.0"
        return f"Categorical({{{pairs}}})"

    observed = "".join(f"obs Text(C[{c}]) = {'true' if c % 2 == 0 else 'false'};\n" for c in range(citations))
    laws = {name: law(name) for name in VALUES}
    likes = {
        f"like_{name}": f"Like{name}" if name in varied else f"Same{name}" for name in ("title", "authors", "year")
    }
    if with_lists:
        likes["like_authors"] = "LikeLists"
    library = {f"{way}{name}": law for name in laws for way, law in (("Like", _TwoValues), ("Same", _Same))}
    return Model.from_text(
        _TEXT.format(
            **laws,
            words_else=law("words", 0.25),
            **likes,
            citations=citations,
            observed=observed,
            fames=fames,
            size="Categorical({1 -> 0.6, 2 -> 0.4})" if with_lists else "Categorical({1 -> 1.0})",
            people="UniformInt(1, 2)" if "authors" in varied else "Categorical({1 -> 1.0})",
            pubs="UniformInt(1, 2)" if fames == 1 else "UniformInt(0, 1)",
        ),
        distributions={**library, "LikeLists": _TwoLists, "Seen": Seen},
        functions=FUNCTIONS,
    )


def toy_data(*varied: str, citations: int = 2) -> ProposalData:
    """Citations that suggest different values; all are neighbours, some more alike than others, and begin together."""
    readings = []
    for c in range(citations):
        chosen = {name: pair[c % 2 if name in varied else 0] for name, pair in VALUES.items()}
        if "lists" in varied:
            chosen["authors"] = LISTS[c % 2]
        worded, numbers = chosen.pop("words"), chosen.pop("numbers")
        venue = f"{worded} {numbers}".strip()
        own = Reading(**chosen, venue=venue, weight=0.75)  # type: ignore[arg-type]  # of the right types, by name
        readings.append([own, Reading("a", "e", 1990, 1, "", 0.25)])
    others = [[d for d in range(citations) if d != c] for c in range(citations)]
    near = np.array([d for row in others for d in row], np.int64)
    first = np.arange(citations + 1) * (citations - 1)
    alike = np.array([1.0 / (1 + abs(c - d)) for c, row in enumerate(others) for d in row])
    return proposal_data(readings, Neighbours(first, near, alike, picked(first, alike)), np.zeros(citations, np.int64))
