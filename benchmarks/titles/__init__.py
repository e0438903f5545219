"""A citation-like model: a thousand citations of publications whose titles are categories.

The moves are the engine's own, and those of the urn but for the attribute. With n publications, m of them cited, L(a)
the probability of the text of a citation given the title a of its publication:

* number: n → n ± s, s as in `tables.steps`; ratio in `tables.births`.
* retitle: a cited publication, picked uniformly, is offered a title v drawn from the prior in place of u. The ratio is
  (hit/miss)^(c_v - c_u), where c_a is how many of its citations have the text a.
* reassign: a citation, picked uniformly, leaves its publication i, with probability ½ for one in use, j, picked
  uniformly among the m, otherwise for a new one with a title a drawn from the prior. If i has other citations, it
  stays, and
      to j:    L(a_j) / L(a_i)
      to new:  L(a) / L(a_i) · (n-m) / (m+1)
  If not, i drops out of the state with its title, and
      to j:    L(a_j) / L(a_i) · m / (n-m+1)
      to new:  never taken: it would be retitling i
"""
