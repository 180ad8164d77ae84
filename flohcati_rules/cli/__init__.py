"""The command line. `main` is the program; a command is imported when it is run."""

from flohcati_rules.cli.program import main

__all__ = ["main"]
