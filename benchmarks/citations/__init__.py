"""Other ways of citation matching, and the sets of citations that all are measured on."""
