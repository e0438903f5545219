"""The paper's "Java" row: a sampler of the one model of `citations.blog`, written by hand, without any of Noumena.

It has the model and the seven moves of `noumena citations`, and data structures of its own: citations of a publication
and publications of a line of work are linked lists, strings are numbers from the start, ln p of texts and variants
lie in hash tables, and a move works out its ratio before it changes anything.

With N the number of publications of a fame, m of them cited, k the citations that drew the fame, and likewise N lines
of work, m of them in use by k publications, a state weighs

    Π over fames and lines: P(N) · N!/(N-m)! · N^-k  ×  Π share of the fame of each citation
    × Π over lines: P(theme) P(people) P(era)
    × Π over publications: P(title | theme) P(authors | people) P(year | era) P(kind) P(words) P(numbers)
    × Π over citations: P(text | what it cites),

since the objects in use have no numbers: N!/(N-m)! worlds have the same state. A move is accepted with
min(1, weight ratio · q ratio).
"""
