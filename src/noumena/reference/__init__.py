"""The executable specification: what a model means, in the most obvious way."""
