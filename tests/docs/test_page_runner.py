"""Pages are run: what a block gives stands below it, in one notebook for the page, and a fault stops the build."""

from __future__ import annotations

import sys

import pytest
from page_runner import INK, PageError, executed

pytest.importorskip("IPython", reason="IPython is not installed")
pytest.importorskip("matplotlib", reason="matplotlib is not installed")


def page(*blocks: str) -> str:
    """What becomes of a page with these blocks of Python."""
    return executed("# Page\n\n" + "\n\n".join(f"```python\n{block}\n```" for block in blocks) + "\n", "page.md")


def test_what_is_printed_stands_below_its_block() -> None:
    text = page("print('first')", "x = 1")
    assert "```python\nprint('first')\n```\n\n``````{code-block} text\n:class: output\n\nfirst\n``````" in text
    assert text.count(":class: output") == 1


def test_the_last_value_is_shown() -> None:
    assert "\n\n42\n" in page("6 * 7")
    assert ":class: output" not in page("x = 6 * 7")


def test_a_value_that_has_html_is_shown_as_that() -> None:
    text = page("class Bold:\n    def _repr_html_(self):\n        return '<b>bold</b>'\nBold()")
    assert '``````{raw} html\n\n<div class="output"><b>bold</b></div>' in text


def test_blocks_share_their_variables_and_pages_do_not() -> None:
    assert "\n\n3\n" in page("x = 3", "print(x)")
    with pytest.raises(PageError, match="name 'x' is not defined"):
        page("print(x)")
    assert "page" not in sys.modules


def test_a_model_is_run_if_it_is_a_cell() -> None:
    cell = "```blog\n%%blog --as model posterior\nrandom Boolean X ~ BooleanDistrib(0.25);\nquery X;\n```\n"
    plain = "```blog\nthis is not even BLOG\n```\n"
    text = executed(
        f"```python\n%load_ext noumena\n```\n\n{cell}\n{plain}\n```python\nposterior['X'].probability(True)\n```\n",
        "p.md",
    )
    assert plain in text
    assert "\n\n0.25\n" in text


def test_a_picture_stands_in_the_page_in_the_colour_of_its_text() -> None:
    text = page(
        "import matplotlib.pyplot as plt\nfigure, axes = plt.subplots()\naxes.set_title('A <line>')\naxes.plot([1, 2]);"
    )
    assert '<figure class="output"><svg class="picture" role="img" aria-label="A &lt;line&gt;"' in text
    assert "currentColor" in text
    assert INK not in text
    assert "http" not in text.partition("<g")[2].partition("</svg>")[0]


def test_pictures_of_one_page_do_not_share_names() -> None:
    text = page("import matplotlib.pyplot as plt\nplt.plot([1, 2]);", "plt.plot([1, 2]);")
    names = [part.partition('"')[0] for part in text.split('id="')[1:]]
    assert len(names) == len(set(names)) > 0


@pytest.mark.parametrize(
    ("block", "message"), [("1 / 0", "ZeroDivisionError"), ("def", "SyntaxError"), ("%%blog\nquery X;", "%%blog")]
)
def test_a_block_that_fails_is_told_with_its_place(block: str, message: str) -> None:
    with pytest.raises(PageError, match=r"^page.md:7: this block fails\n") as raised:
        page("x = 1", block)
    assert message in str(raised.value)
