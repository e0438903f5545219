"""The page on notebooks: its cells run one after the other, and the mistake on it is told as it stands there."""

from __future__ import annotations

import re

import pytest
from page_runner import PageError, executed

from tests.docs.pages import blocks, text_of

pytest.importorskip("IPython", reason="IPython is not installed")
pytest.importorskip("matplotlib", reason="matplotlib is not installed")

TEXT = text_of("how-to/notebooks.md")


def test_the_cells_run() -> None:
    """With few samples, and without compiling."""
    text = executed(TEXT.replace("--samples 2000 ", "--samples 100 --backend python "), "notebooks.md")
    assert text.count(":class: output") + text.count('<div class="output">') >= 3
    (dry,) = re.findall(r"^(0\.\d+)$", text, re.MULTILINE)
    assert float(dry) == pytest.approx(0.03 / (0.03 + 0.56))


def test_the_mistake_is_told_as_on_the_page() -> None:
    (shown,) = blocks(TEXT, "text")
    cell = "```blog\n%%blog\nrandom Boolean Rain ~ BoleanDistrib(0.3);\nquery Rain;\n```\n"
    with pytest.raises(PageError) as raised:
        executed(f"```python\n%load_ext noumena\n```\n\n{cell}", "notebooks.md")
    assert str(raised.value).endswith(shown)
