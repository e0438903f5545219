"""Citation matching: which citations cite the same publication."""
