"""The citation model as the paper prints it (Fig. 1), without its line numbers."""

from __future__ import annotations

from noumena.language import syntax as s
from noumena.language.printer import print_program
from tests.language.reading import program

FIGURE_ONE = """
type Res; type Pub; type Cit;

guaranteed Cit Cit1, Cit2, Cit3, Cit4;

#Res ~ NumResearchersPrior;
random String Name(Res r) ~ NamePrior;

#Pub ~ NumPublicationsPrior;
random String Title(Pub p) ~ TitlePrior;
random NaturalNum NumAuthors(Pub p)
    ~ NumAuthorsPrior;
random Res NthAuthor(Pub p, NaturalNum n)
    if (n < NumAuthors(p))
       then ~ Uniform(Res r);

random Pub PubCited(Cit c)
    ~ Uniform(Pub p);
random String TitleText(Cit c)
    ~ TitleObsModel(Title(PubCited(c)));
random String NthAuthorText(Cit c,
                            NaturalNum n)
    if (n < NumAuthors(PubCited(c)))
       then ~ AuthorObsModel
          (Name(NthAuthor(PubCited(c), n)));

random String AuthListSuffix(Cit c,
                             NaturalNum n)
    if (n < NumAuthors(PubCited(c)))
       then ~ AuthJoinModel
          (NthAuthorText(c, n),
           AuthListSuffix(c, Succ(n)))
    else = "";

random String Text(Cit c)
    ~ FormatModel(TitleText(c),
                  AuthListSuffix(c, 0));
"""


def name(text: str) -> s.Name:
    return s.Name(text)


def test_every_statement_is_there() -> None:
    assert [type(found).__name__ for found in program(FIGURE_ONE).statements] == [
        *["TypeDeclaration"] * 3,
        "DistinctDeclaration",
        "NumberDeclaration",
        "RandomDeclaration",
        "NumberDeclaration",
        *["RandomDeclaration"] * 8,
    ]


def test_the_paper_s_dialect_is_understood() -> None:
    statements = program(FIGURE_ONE).statements
    natural = s.NamedType("NaturalNum")
    publication, citation = s.NamedType("Pub"), s.NamedType("Cit")
    assert statements[4] == s.NumberDeclaration(s.NamedType("Res"), (), "~", name("NumResearchersPrior"))
    researchers = s.Comprehension("set", (name("r"),), (s.TypedName(s.NamedType("Res"), "r"),), None, "argument")
    assert statements[9] == s.RandomDeclaration(
        s.NamedType("Res"),
        "NthAuthor",
        (s.TypedName(publication, "p"), s.TypedName(natural, "n")),
        "",
        s.If(
            s.Binary("<", name("n"), s.Call("NumAuthors", (name("p"),))),
            s.Marked("~", s.Call("Uniform", (researchers,))),
            None,
        ),
    )
    rest = s.Call("AuthListSuffix", (name("c"), s.Call("Succ", (name("n"),))))
    assert statements[13] == s.RandomDeclaration(
        s.NamedType("String"),
        "AuthListSuffix",
        (s.TypedName(citation, "c"), s.TypedName(natural, "n")),
        "",
        s.If(
            s.Binary("<", name("n"), s.Call("NumAuthors", (s.Call("PubCited", (name("c"),)),))),
            s.Marked("~", s.Call("AuthJoinModel", (s.Call("NthAuthorText", (name("c"), name("n"))), rest))),
            s.Marked("=", s.Literal_("string", "")),
        ),
    )


def test_it_is_read_as_printed() -> None:
    original = program(FIGURE_ONE)
    assert program(print_program(original)) == original
