"""Declared moves that tests run."""

from __future__ import annotations

import math
from typing import Any

import noumena as nm


class SplitMerge(nm.DeclaredMove):
    """Splits the draws of a ball in two, or gives those of two to one; the number of balls is fixed (the urns)."""

    def change(self, world: Any, choose: Any) -> float | None:
        """Each draw but the first and the second takes either side."""
        first, second = choose.both.one_of(world.Draw), choose.both.one_of(world.Draw)
        if first == second:
            return nm.REJECT
        kept, other = world.Drawn[first], world.Drawn[second]
        if kept == other:
            other = world.Ball.new()
            for d in world.Drawn.preimage(kept):
                if d == second or (d != first and choose.flip(0.5, at=d)):
                    world.Drawn[d] = other
        else:
            for d in world.Drawn.preimage(kept):
                if d != first:
                    choose.back.flip(False, at=d)
            for d in world.Drawn.preimage(other):
                if d != second:
                    choose.back.flip(True, at=d)
                world.Drawn[d] = kept
        return None


class SplitWithTitles(nm.DeclaredMove):
    """The same for citations (m03_citations); the title of the new publication is chosen by the texts."""

    def change(self, world: Any, choose: Any) -> float | None:
        """The title is the one choice without an address."""
        first, second = choose.both.one_of(world.Cit), choose.both.one_of(world.Cit)
        if first == second:
            return nm.REJECT
        kept, other = world.PubCited[first], world.PubCited[second]
        if kept == other:
            other = world.Pub.new()
            odds = 1.0
            for c in world.PubCited.preimage(kept):
                if c == second or (c != first and choose.flip(0.5, at=c)):
                    odds *= 3.0 if world.Text[c] else 0.3
                    world.PubCited[c] = other
            world.Title[other] = choose.flip(odds / (1.0 + odds))
        else:
            choose.back.flip(world.Title[other])
            for c in world.PubCited.preimage(kept):
                if c != first:
                    choose.back.flip(False, at=c)
            for c in world.PubCited.preimage(other):
                if c != second:
                    choose.back.flip(True, at=c)
                world.PubCited[c] = kept
            world.Title.remove(other)
        return None


class SwitchTitles(nm.DeclaredMove):
    """Exchanges the titles of two publications (m03_citations)."""

    def change(self, world: Any, choose: Any) -> float | None:
        """Both ways alike."""
        one, other = choose.both.one_of(world.Pub.used), choose.both.one_of(world.Pub.used)
        if one == other:
            return nm.REJECT
        title, other_title = world.Title[one], world.Title[other]
        world.Title[one] = other_title
        world.Title[other] = title
        return None


class RetitleByFactors(nm.DeclaredMove):
    """Gives a publication another title, the more readily the less probable the one that it has (m03_citations)."""

    def change(self, world: Any, choose: Any) -> float | None:
        """The probability is one of the state: the way back has another."""
        p = world.PubCited[choose.both.one_of(world.Cit)]
        if not choose.flip(1.0 - 0.5 * math.exp(world.Title.log_prob(p))):
            return nm.REJECT
        choose.back.flip(True)
        world.Title[p] = not world.Title[p]
        return None


class SwitchDraws(nm.DeclaredMove):
    """Exchanges the balls of two draws, taken from the preimages of two balls (the urns)."""

    def change(self, world: Any, choose: Any) -> float | None:
        """The way back finds each draw in the preimage of the other ball."""
        one, other = choose.both.one_of(world.Ball.used, at=0), choose.both.one_of(world.Ball.used, at=1)
        if one == other:
            return nm.REJECT
        a = choose.one_of(world.Drawn.preimage(one), at=(0, 1))
        b = choose.one_of(world.Drawn.preimage(other), at=(1, 1))
        choose.back.one_of(b, at=(0, 1))
        choose.back.one_of(a, at=(1, 1))
        world.Drawn[a] = other
        world.Drawn[b] = one
        return None


class MoveCitation(nm.DeclaredMove):
    """Lets a citation cite another publication, a new one half of the time (m03_citations)."""

    def change(self, world: Any, choose: Any) -> float | None:
        """A title that is not there yet is the engine's."""
        c = choose.both.one_of(world.Cit)
        old = world.PubCited[c]
        alone = world.PubCited.preimage(old).number == 1
        if choose.flip(0.5):
            if alone:
                return nm.REJECT
            world.PubCited[c] = world.Pub.new()
        else:
            new = choose.one_of(world.Pub.used)
            if new == old:
                return nm.REJECT
            world.PubCited[c] = new
        choose.back.flip(alone)
        if not alone:
            choose.back.one_of(old)
        return None


class BallMore(nm.DeclaredMove):
    """Adds a ball or takes one away, and has a paint drawn anew (the urns)."""

    def change(self, world: Any, choose: Any) -> float | None:
        """Up and down are not alike."""
        n = world.number.Ball[()]
        b = choose.both.one_of(world.Ball.used)
        up = choose.flip(0.7)
        choose.back.flip(not up)
        if n == 0 and not up:
            return nm.REJECT
        world.number.Ball[()] = n + 1 if up else n - 1
        world.Paint.resample(b)
        return None


class SplitThree(nm.DeclaredMove):
    """Gives two of three draws that are of one ball to two new ones, or all three to one (the urns)."""

    def change(self, world: Any, choose: Any) -> float | None:
        """Two new objects: which one of the old state each is follows from the draws."""
        a = choose.both.integer(world.Draw.number)
        b, c = (a + 1) % world.Draw.number, (a + 2) % world.Draw.number
        one, two, three = world.Drawn[a], world.Drawn[b], world.Drawn[c]
        if one == two and two == three:
            second, third = world.Ball.new(), world.Ball.new()
            world.Drawn[c] = third
            world.Drawn[b] = second
            return None
        alone = world.Drawn.preimage(two).number + world.Drawn.preimage(three).number
        if one in (two, three) or two == three or alone > 2:
            return nm.REJECT
        world.Drawn[b] = one
        world.Drawn[c] = one
        return None


class SplitMean(nm.DeclaredMove):
    """Makes two means of one, m - u and m + u, or one of two (`MEANS`): a Jacobian of 2."""

    scale = 1.3

    def change(self, world: Any, choose: Any) -> float | None:
        """One real of the state and one that is drawn become two of the state."""
        if world.Two[()]:
            a, b = world.A[()], world.B[()]
            choose.back.normal(0.5 * (b - a))
            world.M[()] = 0.5 * (a + b)
            world.A.remove()
            world.B.remove()
        else:
            m, u = world.M[()], choose.normal(0.0, self.scale)
            world.A[()] = m - u
            world.B[()] = m + u
            world.M.remove()
        world.Two[()] = not world.Two.saved[()]
        return None


class Scale(nm.DeclaredMove):
    """Multiplies a real by a log-normal factor (`SCALED`)."""

    def change(self, world: Any, choose: Any) -> float | None:
        """The Jacobian is that factor."""
        u = choose.normal(0.3, 0.5)
        choose.back.normal(-u)
        world.X[()] = world.X[()] * math.exp(u)
        return None


class Independent(nm.DeclaredMove):
    """Draws a real from an exponential distribution through its inverse (`SCALED`)."""

    def change(self, world: Any, choose: Any) -> float | None:
        """The reverse is the number from 0 to 1 that would give the old value."""
        x = world.X[()]
        choose.back.uniform(1.0 - math.exp(-x))
        world.X[()] = -math.log(1.0 - choose.uniform())
        return None


class Mixed(nm.DeclaredMove):
    """Mixes three reals by a map that is not linear, and undoes that (`THREE`)."""

    def change(self, world: Any, choose: Any) -> float | None:
        """Its Jacobian is x² + 1 over that of the other side, to the third power."""
        up = choose.flip(0.5)
        choose.back.flip(not up)
        s = choose.both.normal(1.0, 0.1)
        x, y, z = world.X[()], world.Y[()], world.Z[()]
        if up:
            world.X[()] = x**3 + x
            world.Y[()] = (y + s * x) * 2.0
        else:
            root = cube_root(x)
            world.X[()] = root
            world.Y[()] = y * 0.5 - s * root
        world.Z[()] = z + 1.0 if up else z - 1.0
        return None


def cube_root(x: float) -> float:
    """The r with r³ + r = x, by Newton's method."""
    r = 0.0
    for _ in range(60):
        r -= (r**3 + r - x) / (3.0 * r * r + 1.0)
    return r


MEANS = """
random Boolean Two ~ BooleanDistrib(0.5);
random Real M ~ Gaussian(0.0, 4.0); random Real A ~ Gaussian(0.0, 4.0); random Real B ~ Gaussian(0.0, 4.0);
random Real X ~ if Two then Gaussian(A, 1.0) else Gaussian(M, 1.0);
random Real Y ~ if Two then Gaussian(B, 1.0) else Gaussian(M, 1.0);
obs X = 1.5; obs Y = -0.7; query Two;
"""
SCALED = """
random Real X ~ Gamma(2.0, 1.0);
random Real Y ~ Gaussian(X, 1.0);
obs Y = 2.0; query X;
"""
THREE = """
random Real X ~ Gaussian(0.0, 1.0); random Real Y ~ Gaussian(X, 1.0); random Real Z ~ Gaussian(Y, 1.0);
random Real W ~ Gaussian(X + Y + Z, 1.0); obs W = 1.0; query X;
"""
FOUR = """
type Ball; type Draw; distinct Draw D1, D2, D3, D4; #Ball ~ UniformInt(1, 3);
random Boolean Paint(Ball b) ~ BooleanDistrib(0.3);
random Ball Drawn(Draw d) ~ UniformChoice({b for Ball b});
random Boolean Seen(Draw d) ~ if Paint(Drawn(d)) then BooleanDistrib(0.9) else BooleanDistrib(0.2);
obs Seen(D1) = true; obs Seen(D2) = false; obs Seen(D3) = true; obs Seen(D4) = true; query size({b for Ball b});
"""
