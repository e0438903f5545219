"""Programs made at random, and what must not happen when they are parsed, checked and sampled."""
