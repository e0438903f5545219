"""Moves that users write: the class they derive from, and the views through which a move sees the world."""
