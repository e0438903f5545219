"""How a publication gives rise to the text of a citation of it."""
