"""`noumena check`, `fmt` and `sample`."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from noumena.api import Model
from noumena.command_line.planned_moves import planned_moves
from tests.commands import COIN, MODELS, answered, noumena, refused

RADAR = """\
type Plane; type Blip; type Site;
distinct Site S[8]; distinct Site Home;
origin Plane Source(Blip);
#Plane ~ Poisson(2);
#Blip(Source = a) ~ Poisson(1);
#Blip ~ Poisson(2 * Gamma(1, 1));
fixed Integer Twice(Integer n) = 2 * n;
random Real Height(Plane p) ~ Gaussian(Twice(3), 1);
obs #Blip = 2;
query #Plane;
query size({p for Plane p : Height(p) > 5 | Height(p) < 2 & true});
"""

UNTIDY = "type   Coin ;  // heads or tails\n\n\n\nrandom Boolean\n Heads(Coin c)~BooleanDistrib( 0.25 );"
TIDY = "type Coin;  // heads or tails\n\nrandom Boolean Heads(Coin c) ~ BooleanDistrib(0.25);\n"


def test_check_lists_what_a_model_declares() -> None:
    result = noumena("check", "-", stdin=RADAR)
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "type   guaranteed objects                    number statements         represented",
        "Plane  none                                  #Plane                    concrete",
        "Blip   none                                  #Blip(Source = a), #Blip  abstract",
        "Site   9: S[0], S[1], S[2], S[3], ..., Home  none                      guaranteed",
        "  Plane is concrete: this reads how many Blip each Plane has generated, <stdin>:9:5: #Blip",
        "",
        "move              share  what it does",
        "Parental(#Blip)   6 %    draws a value drawn inside #Blip anew from its distribution",
        "Walk(#Blip)       13 %   adds a normal step of random length to a value drawn inside #Blip",
        "Parental(#Plane)  6 %    draws the number #Plane anew from its distribution",
        "Number(#Plane)    13 %   adds a small whole number to the number #Plane, or takes it away",
        "Parental(#Blip)   6 %    draws one number #Blip(Source = a) anew from its distribution",
        "Number(#Blip)     13 %   adds a small whole number to one number #Blip(Source = a), or takes it away",
        "Parental(#Blip)   6 %    draws the number #Blip anew from its distribution",
        "Number(#Blip)     13 %   adds a small whole number to the number #Blip, or takes it away",
        "Several           23 %   draws 2 to 8 variables of any kind anew from their distributions at once",
        "The steps before the first sample adapt the shares, to no less than a tenth, and the lengths of steps.",
        "",
        "random functions  Real Height(Plane)",
        "fixed functions   Integer Twice(Integer)",
        "origin functions  Plane Source(Blip)",
        "evidence          1 statement",
        "queries           #Plane",
        "                  size({p for Plane p : Height(p) > 5 | Height(p) < 2 & true})",
        "",
        "<stdin>: no errors, 1 warning",
    ]
    assert result.stderr.startswith("<stdin>:11:59: warning: ")


def test_check_of_a_model_with_next_to_nothing() -> None:
    assert noumena("check", "-", stdin="random Real X ~ Gaussian(0, 1);").stdout.splitlines() == [
        "no moves: the evidence depends on nothing that could have another value",
        "",
        "random functions  Real X",
        "evidence          no statements",
        "queries           none",
        "",
        "<stdin>: no errors, no warnings",
    ]


def _moves(*arguments: object, stdin: str | None = None) -> list[str]:
    """The lines of `check` between the types and what the model declares."""
    result = noumena("check", *arguments, stdin=stdin)
    assert result.exit_code == 0
    lines: list[str] = result.stdout.splitlines()
    begin = next(i for i, line in enumerate(lines) if line.startswith("move "))
    return lines[begin : lines.index("", begin)]


def test_check_tells_the_moves_of_the_urn() -> None:
    assert _moves(MODELS / "urn_small.blog") == [
        "move                       share  what it does",
        "Gibbs(Paint)               17 %   draws one Paint given everything else",
        "Parental(Drawn)            6 %    draws one Drawn anew from its distribution",
        "Identity(Drawn)            11 %   gives one Drawn another object, one that is in use or a new one",
        "Parental(#Ball)            6 %    draws the number #Ball anew from its distribution",
        "Number(#Ball)              11 %   adds a small whole number to the number #Ball, or takes it away",
        "SplitMerge(Drawn)          6 %    splits what Drawn refers to in two, or makes two one",
        "SplitMerge(Drawn, number)  34 %   splits what Drawn refers to in two, or makes two one, and #Ball with them",
        "Several                    9 %    draws 2 to 8 variables of any kind anew from their distributions at once",
        "The steps before the first sample adapt the shares, to no less than a tenth, and the lengths of steps.",
    ]


def test_the_plan_alone() -> None:
    whole, plan = (noumena("check", MODELS / "urn_small.blog", *flag).stdout for flag in ((), ("--plan",)))
    assert plan in whole
    assert plan.startswith("move  ")
    assert plan.endswith("adapt the shares, to no less than a tenth, and the lengths of steps.\n")


def test_check_tells_every_move_of_every_model_in_words() -> None:
    told: set[str] = set()
    for path in sorted(MODELS.glob("*.blog")):
        lines = planned_moves(Model.from_files(path).problem(), ())
        told |= {name.partition("(")[0] for name, _, _ in lines} if isinstance(lines, list) else set()
    alone = {"Gibbs", "Parental", "Other", "Step", "Number", "Walk", "Identity"}
    assert told == {*alone, "Together", "SplitMerge", "Exchange", "ShareOut", "Transfer", "Several"}


def test_the_plan_tells_of_proportions() -> None:
    text = "random RealMatrix P ~ Dirichlet([1.0, 2.0]); random Integer X ~ Discrete(P); obs X = 1;"
    lines = noumena("check", "--plan", "-", stdin=text).stdout.splitlines()
    assert "Conjugate(P)  68 %   draws one P given everything else" in lines


def test_check_tells_moves_that_queries_do_not_shape() -> None:
    text = (MODELS / "urn_small.blog").read_text()
    without = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("query"))
    other = without + "query forall Ball b Paint(b) == Blue;\n"
    assert _moves("-", stdin=without) == _moves("-", stdin=other) == _moves("-", stdin=text)
    assert "Identity(Drawn)" not in "".join(_moves("-", "--concrete", "Ball", stdin=text))


def test_check_says_why_chains_are_not_possible_and_ends_well() -> None:
    result = noumena("check", "-", stdin="random Real X(Real r) ~ Gaussian(r, 1);\nobs X(1.0) = 2.0;\n")
    assert (result.exit_code, result.stderr) == (0, "")
    expected = "the engine mh does not take this model: a random function of a Real argument"
    assert result.stdout.splitlines()[0] == expected
    result = noumena("check", "-", stdin=COIN + "obs Heads(C1) = false;\n")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "the engine mh cannot begin: Heads(C1) is observed to be false, but also true" in result.stdout


def test_check_finds_faults_in_the_model_and_in_evidence_and_queries() -> None:
    for right, wrong, place in (
        ("Coin c", "Cion c", "<stdin>:3:22"),
        ("obs Heads(C1)", "obs Heads(C3)", "<stdin>:4:11"),
        ("query Heads(C2)", "query Heads(C3)", "<stdin>:5:13"),
    ):
        assert refused("check", "-", stdin=COIN.replace(right, wrong)).startswith(f"{place}: error: unknown ")


def test_check_takes_the_options_of_a_model(tmp_path: Path) -> None:
    (tmp_path / "f.py").write_text("def f(x):\n    return x\n")
    (tmp_path / "coins.txt").write_text("C1\nC2\n")
    text = COIN.replace("distinct Coin C1, C2;", "param Real p;").replace("0.25", "f(p)")
    options = ("--python", tmp_path / "f.py", "--data", f"Coin={tmp_path / 'coins.txt'}", "--param", "p=0.5")
    assert "Coin  2: C1, C2" in noumena("check", "-", *options, stdin=text).stdout


def test_fmt_rewrites_a_file_and_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "coin.blog"
    path.write_text(UNTIDY)
    path.chmod(0o640)
    result = noumena("fmt", path)
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", f"formatted {path}\n")
    assert path.read_text() == TIDY
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    before = path.stat().st_mtime_ns
    again = noumena("fmt", path)
    assert (again.exit_code, again.stdout, again.stderr) == (0, "", "")
    assert path.stat().st_mtime_ns == before
    assert os.listdir(tmp_path) == ["coin.blog"]


def test_fmt_follows_a_link_and_leaves_it_a_link(tmp_path: Path) -> None:
    (tmp_path / "coin.blog").write_text(UNTIDY)
    (tmp_path / "link.blog").symlink_to("coin.blog")
    noumena("fmt", tmp_path / "link.blog")
    assert (tmp_path / "link.blog").is_symlink()
    assert (tmp_path / "coin.blog").read_text() == TIDY


def test_fmt_mends_line_breaks_and_byte_order_marks(tmp_path: Path) -> None:
    path = tmp_path / "coin.blog"
    path.write_bytes(b"\xef\xbb\xbf" + TIDY.replace("\n", "\r\n").encode())
    assert noumena("fmt", "--check", path).exit_code == 1
    noumena("fmt", path)
    assert path.read_bytes() == TIDY.encode()


def test_fmt_check_names_what_would_change_and_changes_nothing(tmp_path: Path) -> None:
    untidy, tidy = tmp_path / "untidy.blog", tmp_path / "tidy.blog"
    untidy.write_text(UNTIDY)
    tidy.write_text(TIDY)
    result = noumena("fmt", "--check", untidy, tidy)
    assert (result.exit_code, result.stdout) == (1, f"would change {untidy}\n")
    assert untidy.read_text() == UNTIDY
    good = noumena("fmt", "--check", tidy)
    assert (good.exit_code, good.stdout) == (0, "")


def test_fmt_prints_on_demand_and_for_standard_input(tmp_path: Path) -> None:
    path = tmp_path / "coin.blog"
    path.write_text(UNTIDY)
    assert noumena("fmt", "--stdout", path).stdout == TIDY
    assert path.read_text() == UNTIDY
    assert noumena("fmt", "-", stdin=UNTIDY).stdout == TIDY
    assert noumena("fmt", "--check", "-", stdin=UNTIDY).exit_code == 1
    assert noumena("fmt", "--check", "-", stdin=TIDY).exit_code == 0


def test_fmt_changes_no_file_if_one_has_a_syntax_error(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.blog", tmp_path / "bad.blog"
    good.write_text(UNTIDY)
    bad.write_text("random Boolean ~;\n")
    assert refused("fmt", good, bad).startswith(f"{bad}:1:16: error: ")
    assert good.read_text() == UNTIDY


def test_fmt_of_a_missing_file_is_bad_input(tmp_path: Path) -> None:
    assert "there is no such file" in refused("fmt", tmp_path / "none.blog")


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to the superuser")
def test_fmt_where_nothing_may_be_written(tmp_path: Path) -> None:
    path = tmp_path / "coin.blog"
    path.write_text(UNTIDY)
    tmp_path.chmod(0o500)
    assert refused("fmt", path) == f"error: cannot write {path}: permission denied\n"
    tmp_path.chmod(0o700)


def test_sample_prints_worlds_that_differ_and_the_same_for_the_same_seed() -> None:
    result = noumena("sample", MODELS / "urn_small.blog", "--worlds", 3, "--seed", 5)
    assert (result.exit_code, result.stderr) == (0, "")
    worlds = result.stdout.split("\n\n")
    assert [world.splitlines()[0] for world in worlds] == [f"// world {k}, seed {4 + k}" for k in (1, 2, 3)]
    assert len({tuple(world.splitlines()[1:]) for world in worlds}) > 1
    assert all(world.splitlines()[1].startswith("#Ball = ") for world in worlds)
    assert (
        noumena("sample", MODELS / "urn_small.blog", "--seed", 6).stdout.splitlines()[1:]
        == (worlds[1].splitlines()[1:])
    )


def test_sample_as_json() -> None:
    data = answered("sample", MODELS / "urn_small.blog", "--worlds", 2)
    assert list(data) == ["noumena", "model", "worlds"]
    assert [world["seed"] for world in data["worlds"]] == [0, 1]
    first = data["worlds"][0]["variables"][0]
    assert first["variable"] == "#Ball"
    assert first["value"].isdigit()


def test_sample_prints_warnings_and_faults() -> None:
    text = "random Boolean A = true | true & false;\n"
    result = noumena("sample", "-", stdin=text)
    assert result.stdout == "// world 1, seed 0\nA = false\n"
    assert result.stderr.startswith("<stdin>:1:32: warning: ")
    assert refused("sample", "-", stdin="random Bolean A = true;").startswith("<stdin>:1:8: error: unknown type")


def test_a_sampled_world_is_drawn(tmp_path: Path) -> None:
    picture = tmp_path / "world.svg"
    assert noumena("sample", MODELS / "urn_small.blog", "--draw", picture).exit_code == 0
    assert picture.read_text(encoding="utf-8").startswith('<svg xmlns="http://www.w3.org/2000/svg" class="world"')
    assert refused("sample", MODELS / "urn_small.blog", "--draw", tmp_path).startswith("error: cannot write")
