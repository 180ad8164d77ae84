"""Runs the benchmarks: ``python benchmarks [OPTIONS]``."""

import sys

from step_engine import main

if __name__ == "__main__":
    sys.exit(main())
