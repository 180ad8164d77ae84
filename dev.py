#!/usr/bin/env python3
"""Set the project up and run it, with nothing but Python 3.11 or newer.

    python3 dev.py demo              compare two editions of the flea circus
    python3 dev.py test [ARG ...]    run the tests; what follows goes to pytest
    python3 dev.py check             check format, lint, imports and types
    python3 dev.py docs              build the documentation
    python3 dev.py bench [ARG ...]   run the benchmarks
    python3 dev.py setup [EXTRA ...] only set up, with extras of pyproject.toml

The first run makes .venv and installs the project into it; later runs find it
there. An environment that is unfinished, out of date or made by another Python
is made anew.
"""

# This file has to parse on Pythons as old as 3.6, so that they can say which
# Python is needed. Hence no newer syntax, and annotations in quotes.

import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
WINDOWS = os.name == "nt"
BIN = VENV / ("Scripts" if WINDOWS else "bin")
PYTHON = BIN / ("python.exe" if WINDOWS else "python")
STAMP = VENV / "made-by-dev.json"
"""Written empty when a set-up begins, and filled when it is finished."""

BASE_PYTHON = getattr(sys, "_base_executable", None) or sys.executable
"""This Python, or the one behind it when this one lives in an environment."""

EXTRAS = {
    "demo": {"test"},
    "test": {"test"},
    "check": {"test", "dev"},
    "docs": {"test", "docs"},
    "bench": {"test", "bench", "fast"},
    "setup": {"test"},
}
"""The jobs, and what each needs; ``test`` is always there, to install once."""

TAKES_ARGUMENTS = ("test", "bench", "setup")

DEMO = ("flohcati", "compare", "amigo-ja", "kirppusirkus-fi")

CHECKS = (
    ("ruff", "format", "--check", "."),
    ("ruff", "check", "."),
    ("lint-imports",),
    ("mypy",),
    ("pyright", "--project", "pyproject.toml"),
)

NO_PIP = """\
This Python has neither ensurepip nor pip, so nothing can be installed.
  Debian, Ubuntu:  sudo apt install python3-venv
Then run the same command again."""

NOT_AN_ENVIRONMENT = f"""\
{VENV} is in the way: it is not a virtual environment.
Move it elsewhere, then run the same command again."""

CANNOT_WRITE = """\
Cannot set up in {}: {}.
If the folder is read-only, copy the project to one of your own and run it there."""

SET_UP_FAILED = """\
The set-up failed; the lines above say why. It needs the network, for a few packages.
Run the same command again to start over."""


class Trouble(Exception):
    """Something that the user has to hear of, in words ready to print."""


def say(line: "str") -> "None":
    """Tell what is going on, beside the output of what is run."""
    print(line, file=sys.stderr, flush=True)


def fingerprint() -> "str":
    """Return a digest of everything that makes an environment out of date."""
    facts = [sys.version, sys.base_prefix, str(ROOT)]
    project = (ROOT / "pyproject.toml").read_bytes()
    return hashlib.sha256(project + "\n".join(facts).encode()).hexdigest()


def installed_extras() -> "set":
    """Return the extras that a finished and current set-up has, else nothing."""
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
        current = stamp["fingerprint"] == fingerprint() and PYTHON.exists()
        return set(stamp["extras"]) if current else set()
    except (OSError, ValueError, KeyError, TypeError):
        return set()


def installer() -> "tuple":
    """Return how to make an environment here and how to install into it."""
    uv = shutil.which("uv")
    if uv:
        return ["--without-pip"], [uv, "pip", "install", "--quiet", "--python", PYTHON]
    options = ["install", "-qq", "--disable-pip-version-check"]  # only errors show
    if importlib.util.find_spec("ensurepip"):
        return [], [PYTHON, "-m", "pip"] + options
    if importlib.util.find_spec("pip"):
        pip = [BASE_PYTHON, "-m", "pip", "--python", PYTHON]
        return ["--without-pip"], pip + options
    raise Trouble(NO_PIP)


def make_room() -> "None":
    """Remove an old environment, but nothing that is not one."""
    if not os.path.lexists(str(VENV)):
        return
    folder = VENV.is_dir() and not VENV.is_symlink()
    known = STAMP.exists() or (VENV / "pyvenv.cfg").exists()
    if not folder or not (known or not any(VENV.iterdir())):
        raise Trouble(NOT_AN_ENVIRONMENT)
    say("Replacing .venv: it is unfinished, out of date or made by another Python.")
    shutil.rmtree(str(VENV))


def set_up(wanted: "set") -> "None":
    """Make sure that the environment is there and has the extras that are wanted."""
    present = installed_extras()
    if present and wanted <= present:
        return
    make, install = installer()
    extras = sorted(present | wanted)
    listed = ",".join(extras)
    try:
        if not present:
            make_room()
            VENV.mkdir()
        STAMP.write_text("", encoding="utf-8")
        say(f"Setting up .venv with [{listed}]; this can take a minute ...")
        if not present:
            check_call([BASE_PYTHON, "-m", "venv"] + make + [VENV])
        check_call(install + ["-e", f".[{listed}]"])
        stamp = {"fingerprint": fingerprint(), "extras": extras}
        STAMP.write_text(json.dumps(stamp), encoding="utf-8")
    except OSError as error:
        raise Trouble(CANNOT_WRITE.format(ROOT, error.strerror or error)) from None
    except subprocess.CalledProcessError:
        raise Trouble(SET_UP_FAILED) from None


def check_call(command: "list") -> "None":
    """Run one step of the set-up, whatever the user's pip is told to do."""
    environment = dict(os.environ, PIP_USER="0")
    words = [str(word) for word in command]
    subprocess.run(words, check=True, cwd=str(ROOT), env=environment)


def call(*command: "str", **variables: "str") -> "int":
    """Run a program of the environment and return its exit code."""
    program = shutil.which(command[0], path=str(BIN))
    if program is None:
        raise Trouble(
            f"{command[0]} is missing from .venv; remove .venv and try again."
        )
    environment = dict(os.environ, **variables)
    words = [program] + list(command[1:])
    code = subprocess.run(words, check=False, cwd=str(ROOT), env=environment).returncode
    return code if code >= 0 else 128 - code  # a signal, as shells count it


def demo() -> "int":
    """Do the library's main job once, and say how to go on."""
    say("$ " + " ".join(DEMO))
    code = call(*DEMO)
    say(f"To go on: {(BIN / 'flohcati').relative_to(ROOT)} --help")
    return code


def test(arguments: "list") -> "int":
    """Run pytest.

    What the tests print may be in any script, so the streams are UTF-8 on every
    machine. How files are opened is left alone: there a missing encoding must fail.
    """
    return call("python", "-m", "pytest", *arguments, PYTHONIOENCODING="utf-8")


def check() -> "int":
    """Run every check, in order of cost, and return 1 if one of them fails."""
    failed = []
    for command in CHECKS:
        line = " ".join(command)
        say(f"$ {line}")
        if call(*command):
            failed.append(line)
    for line in failed:
        say(f"failed: {line}")
    return 1 if failed else 0


def docs() -> "int":
    """Build the documentation, with warnings as errors."""
    target = Path("docs", "_build", "html")
    options = ["-W", "--keep-going", "-q", "-b", "html"]
    code = call("python", "-m", "sphinx", *options, "docs", str(target))
    if code == 0:
        say(f"Open {target / 'index.html'} in a browser.")
    return code


def main(arguments: "list") -> "int":
    """Read the command line, set up what the job needs, and do it."""
    if sys.version_info < (3, 11):
        found = ".".join(map(str, sys.version_info[:3]))
        say(f"Python 3.11 or newer is needed; this is {found} ({sys.executable}).")
        return 1
    job, rest = (arguments[0], arguments[1:]) if arguments else ("--help", [])
    if job in ("-h", "--help", "help"):
        print(__doc__.strip())
        return 0 if arguments else 2
    if job not in EXTRAS or (rest and job not in TAKES_ARGUMENTS):
        line = " ".join(arguments)
        say(f"Not a job: {line}. python3 dev.py --help lists them.")
        return 2
    set_up(EXTRAS[job] | (set(rest) if job == "setup" else set()))
    if job == "demo":
        return demo()
    if job == "test":
        return test(rest)
    if job == "check":
        return check()
    if job == "docs":
        return docs()
    if job == "bench":
        return call("python", "benchmarks", *rest)
    return 0  # to set up was all


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Trouble as trouble:
        sys.exit(str(trouble))
    except KeyboardInterrupt:
        sys.exit(130)
