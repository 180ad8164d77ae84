"""Lets ``python -m flohcati_rules`` run the command line."""

from flohcati_rules.cli import main

if __name__ == "__main__":
    main(prog_name="flohcati")
