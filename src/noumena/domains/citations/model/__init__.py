"""The model of citations: a BLOG file, and the distributions that it names."""
