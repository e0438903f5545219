"""`python -m noumena` is the command `noumena`."""

from noumena.cli import main

main()
