"""Runs a benchmark by name: ``python benchmarks [NAME] [OPTIONS]``."""

import runpy
import sys
from pathlib import Path

HERE = Path(__file__).parent
NAMES = sorted(path.stem for path in HERE.glob("*.py") if path.stem != "__main__")
USUAL = "step_engine"


def main() -> int:
    """Run the benchmark that is named first, or the usual one."""
    rest = sys.argv[1:]
    name = rest.pop(0) if rest and not rest[0].startswith("-") else USUAL
    if name not in NAMES:
        print(f"no benchmark {name!r}; there are: {', '.join(NAMES)}", file=sys.stderr)
        return 2
    sys.argv[:] = [f"benchmarks {name}", *rest]
    runpy.run_path(str(HERE / f"{name}.py"), run_name="__main__")
    return 0


if __name__ == "__main__":
    sys.exit(main())
