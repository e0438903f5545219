"""How a publication gives rise to the text of a citation of it."""

from noumena.domains.citations.text_model.citation_text import CitationText
from noumena.domains.citations.text_model.formats import Formats, NameFormats
from noumena.domains.citations.text_model.formats_file import read_formats, write_formats
from noumena.domains.citations.text_model.noise import Noise

__all__ = ["CitationText", "Formats", "NameFormats", "Noise", "read_formats", "write_formats"]
