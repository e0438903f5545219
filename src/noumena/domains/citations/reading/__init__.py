"""Reading citations: guesses of title, authors, year, kind and venue of what a text cites."""

from noumena.domains.citations.reading.reader import Reader, Reading

__all__ = ["Reader", "Reading"]
