"""The words of BLOG for Pygments, so that models on pages are coloured."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from pygments.lexer import RegexLexer, words
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Whitespace

if TYPE_CHECKING:
    from sphinx.application import Sphinx

STATEMENTS = (
    *("type", "distinct", "guaranteed", "origin", "generating", "random", "fixed"),
    *("param", "distribution", "obs", "query"),
)
INNER = ("if", "then", "else", "elseif", "case", "in", "for", "exists", "forall")
CONSTANTS = ("true", "false", "null")
TYPES = ("Boolean", "Integer", "Real", "String", "Timestep", "RealMatrix", "NaturalNum", "List", "Map")


class BlogLexer(RegexLexer):
    """The tokens of `language/grammar.lark`, and the first line of a notebook cell."""

    name = "BLOG"
    aliases: ClassVar[list[str]] = ["blog"]
    filenames: ClassVar[list[str]] = ["*.blog", "*.mblog", "*.eblog", "*.qblog", "*.dblog"]
    tokens: ClassVar[dict[str, Any]] = {
        "root": [
            (r"\A%%blog[^\n]*", Comment.Preproc),
            (r"\s+", Whitespace),
            (r"//[^\n]*", Comment.Single),
            (r"/\*[\s\S]*?\*/", Comment.Multiline),
            (words(STATEMENTS, r"\b", r"\b"), Keyword.Declaration),
            (words(INNER, r"\b", r"\b"), Keyword),
            (words(CONSTANTS, r"\b", r"\b"), Keyword.Constant),
            (words(TYPES, r"\b", r"\b"), Keyword.Type),
            (r'"(\\.|[^"\\\n])*"|\'(\\.|[^\'\\\n])*\'', String),
            (r"([0-9]+\.[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+", Number.Float),
            (r"[0-9]+", Number.Integer),
            (r"[A-Za-z_][A-Za-z0-9_]*(?=\s*[(\[])", Name.Function),
            (r"[A-Za-z_][A-Za-z0-9_]*", Name),
            (r"->|=>|[<>=!]=|[-+*/%^&|!<>=~@#]", Operator),
            (r"[()\[\]{},:;…]", Punctuation),
        ]
    }


def setup(app: Sphinx) -> dict[str, bool]:
    """Tells Sphinx of the language."""
    app.add_lexer("blog", BlogLexer)
    return {"parallel_read_safe": True}
