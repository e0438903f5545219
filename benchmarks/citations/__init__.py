"""A citation-like model: a thousand citations of publications whose titles are categories.

With n publications, m of them cited, L(a) the probability of the text t of citation c given the title a of its
publication, V titles, G citations with the text t, and s(p) of them on publication p, the moves are

* number: n → n ± 1, each with probability ½; ratio in `tables.births`.
* retitle: a cited publication, picked uniformly, takes a title from its conditional distribution (always accepted).
  Given the texts of its citations, title v has weight (hit/miss)^(number of them that are v).
* reassign: a citation c, picked uniformly, leaves its publication i. With probability SAME it goes where another
  citation of the same text is, picked uniformly of the G (itself included: then nothing happens); with probability
  ANY to a cited publication, picked uniformly of the m; with probability NEW to a new publication, whose title a is
  drawn with probability L(a): the text itself or, rarely, any title (these sum to 1, as V · miss + faithful = 1).
  Summed over both ways to choose an existing publication,
      to j:  q(j) = SAME · s(j)/G + ANY/m        to new:  q(a) = NEW · L(a)
  If i has other citations, it stays; coming back to it has q(i) with s(i) counted without c:
      to j:    L(a_j) q(i) / (L(a_i) q(j))
      to new:  (n-m) · q(i) / (V · NEW · L(a_i))            p(a) = 1/V; q(i) with m+1 publications
  If c was the only citation of i, then i drops out of the state with its title, and coming back is making it anew:
      to j:    V · NEW · L(a_j) / ((n-m+1) · q(j))
      to new:  1
"""
