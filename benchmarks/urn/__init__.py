"""The Poisson urn: three hand-written samplers with the same three moves, which are the engine's own.

With n balls, m of them in use, k draws, L(c) the probability of what draw d shows given the colour c of its ball:

* number: n → n ± s, s as in `tables.steps`; ratio in `tables.births`.
* recolour: a ball in use, picked uniformly, takes a colour from its conditional distribution (always accepted).
* reassign: a draw d, picked uniformly, leaves its ball i. With probability ½ it goes to a ball j in use, picked
  uniformly among the m; otherwise to a new ball whose colour c is drawn from the prior p. If i has other draws, it
  stays, and
      to j:    L(c_j) / L(c_i)                        q = ½ · 1/m both ways
      to new:  L(c) / L(c_i) · (n-m) / (m+1)          q = ½ p(c) there, ½ / (m+1) back; (n)_{m+1} / (n)_m = n-m
  If d was the only draw of i, then i drops out of the state with its colour, and
      to j:    L(c_j) / L(c_i) · m / (n-m+1)          q = ½ / m there, ½ p(c_i) back, which cancels the colour's factor
      to new:  never taken: it would be recolouring i
"""
