"""What was found in citations, for people and programs: on the terminal, as JSON, as files, as a page."""
