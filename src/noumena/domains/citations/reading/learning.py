"""Learning to read citations from tagged ones and from a bibliography.

    python -m noumena.domains.citations.reading.learning FILE … -o WEIGHTS

A file of rows with `tagged` holds citations with tags such as <author> and <title>; of any other file, a table or
BibTeX with titles and authors, citations are made up.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from noumena.domains.citations.reading.chain import Array
from noumena.domains.citations.reading.features import features_of
from noumena.domains.citations.reading.fitting import Example, Fit, fitted
from noumena.domains.citations.reading.lexicon import Lexicon, shipped_lexicon
from noumena.domains.citations.reading.made_up import Entry, entries_of, made_up
from noumena.domains.citations.reading.states import TITLE, may_follow, tagged_states
from noumena.domains.citations.reading.tokens import Tokens
from noumena.domains.citations.reading.weights import Weights
from noumena.domains.citations.reading.weights_file import write_weights
from noumena.domains.citations.rows import rows_of
from noumena.domains.citations.text_file import read_text
from noumena.model.diagnostics import BlogError, refused

_USUAL = Fit()


def examples_of(tagged: Iterable[str], lexicon: Lexicon, alike: bool = True) -> list[Example]:
    """What to learn from tagged citations; each different one counts once.

    Where many have the same title, as in a collection of citations of few publications, n of them count as √n if
    `alike`. Those without words are left out, and so are those whose states cannot follow each other.
    """
    read = [tagged_states(text) for text in dict.fromkeys(tagged)]
    distinct = {
        (tokens.text, tuple(states)): (tokens, states) for tokens, states in read if states and _possible(states)
    }
    titles = Counter(_title(*found) for found in distinct.values())
    return [
        Example(features_of(tokens, lexicon), states, titles[_title(tokens, states)] ** -0.5 if alike else 1.0)
        for tokens, states in distinct.values()
    ]


def learned(
    tagged: Sequence[str], entries: Sequence[Entry], number: int, fit: Fit = _USUAL, lexicon: Lexicon | None = None
) -> Weights:
    """The weights from tagged citations, and from so many that are made up of entries of a bibliography.

    Raises `BlogError` where there is nothing to learn from.
    """
    lexicon = lexicon or shipped_lexicon()
    examples = examples_of(tagged, lexicon)
    if entries:
        examples += examples_of(made_up(entries, number, fit.seed), lexicon, alike=False)
    if not examples:
        raise refused("there is no citation to learn from", "give files with `tagged`, or with `title` and `authors`")
    return slim(fitted(examples, fit))


def slim(weights: Weights, least: float = 0.06) -> Weights:
    """The weights without those features that hardly matter: no weight of theirs is as large as `least`."""
    words, node = _kept(weights.words, weights.node, least)
    gaps, edge = _kept(weights.gaps, weights.edge, least)
    return Weights(words, gaps, node, edge)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command: reads the files, writes the weights, and says from how much they were learned."""
    parser = ArgumentParser(
        prog="python -m noumena.domains.citations.reading.learning", description=(__doc__ or "").partition(".")[0]
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="tagged citations, or titles and authors")
    parser.add_argument("-o", "--output", required=True, metavar="WEIGHTS", help="the file to write: my.json.gz")
    parser.add_argument("--made-up", type=int, default=20000, metavar="N", help="how many citations to make up (20000)")
    given = parser.parse_args(arguments)
    try:
        tagged: list[str] = []
        entries: list[Entry] = []
        for path in given.files:
            rows = [row.content for row in rows_of(read_text(path)) if isinstance(row.content, Mapping)]
            tagged += [str(row["tagged"]) for row in rows if "tagged" in row]
            entries += entries_of(row for row in rows if "tagged" not in row)
        size = write_weights(given.output, learned(tagged, entries, given.made_up))
    except BlogError as error:
        print(error, file=sys.stderr)
        return 2
    number = given.made_up if entries else 0
    print(f"{given.output}: {size} bytes, from {len(tagged)} tagged citations and {number} made up")
    return 0


def _title(tokens: Tokens, states: Sequence[int]) -> str:
    return " ".join(word for word, state in zip(tokens.words, states, strict=True) if state == TITLE)


def _possible(states: Sequence[int]) -> bool:
    return bool(may_follow()[states[:-1], states[1:]].all())


def _kept(numbers: dict[str, int], weights: Array, least: float) -> tuple[dict[str, int], Array]:
    """The features with a large weight, and the first, which all places have; they are numbered anew."""
    large = np.abs(weights).reshape(len(weights), -1).max(axis=1) >= least
    names = [name for name, number in numbers.items() if large[number] or number == 0]
    return {name: number for number, name in enumerate(names)}, weights[[numbers[name] for name in names]]


if __name__ == "__main__":
    raise SystemExit(main())
