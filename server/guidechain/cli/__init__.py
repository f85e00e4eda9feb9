"""The command line: COMMANDS is the table, one module per command, loaded only when it runs.

A command module has ``configure(parser)``, which adds its arguments, and ``run(arguments) -> int``, which gives the
exit code. Exit codes: 0 done, 1 something was found, 2 the request or the configuration cannot be used.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import io
import sys
from collections.abc import Sequence
from functools import partial

import guidechain

COMMANDS = (
    ("chain", "show which instruction files govern a path, per host"),
    ("files", "list the instruction files and how they stand with each host"),
    ("preview", "show the text that a host's model sees"),
    ("guards", "show what guards a path, and what enforces that"),
    ("lint", "report what is wrong with instruction files"),
    ("explain", "tell about a finding's code"),
    ("check", "judge whether a change keeps the delivery contract"),
    ("run", "run a required check and keep a receipt of it"),
    ("server", "run the language server on standard input and output"),
    ("nvim", "print the runtime folder for Neovim"),
)
"""Name (also the module's, with _ for -) and summary of each command, in the order of the help."""

EXAMPLES = """\
examples:
  guidechain chain src/pay/api.py                  every host in use here
  guidechain chain packages/api --host codex       a session started in packages/api
  guidechain chain src/new.py --act write --format json
  guidechain COMMAND --help                        all options of a command
"""


class UsageError(Exception):
    """A request that cannot be answered; the message says what was expected, what was found and what to do."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command that ``argv`` names and return its exit code.

    A command ends before garbage in cycles could fill the memory; to look for it is a tenth of a ``lint``.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        return _run(argv)
    finally:
        if was_enabled:
            gc.enable()


def _run(argv: Sequence[str] | None) -> int:
    words = list(sys.argv[1:] if argv is None else argv)
    sys.stdout, sys.stderr = sys.stdout or io.StringIO(), sys.stderr or io.StringIO()  # None where closed.
    for stream in (sys.stdout, sys.stderr):
        # File names need not be UTF-8, and terminals need not be either.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    arguments = _parser(words).parse_args(words)
    try:
        code: int = _module(arguments.command).run(arguments)
        sys.stdout.flush()
    except UsageError as error:
        print(f"guidechain {arguments.command}: error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read the output has gone; Python must not try to flush the rest at exit.
        sys.stdout = sys.stderr
        return 141
    except OSError as error:
        # The disk is only looked at where nothing raises, so this is the output (a full disk).
        sys.stdout = sys.stderr
        print(f"guidechain {arguments.command}: error: the answer cannot be written: {error.strerror}", file=sys.stderr)
        return 2
    except Exception:  # noqa: BLE001 - Python would exit with 1, which says that something was found.
        sys.excepthook(*sys.exc_info())
        print(f"guidechain {arguments.command}: error: a fault of guidechain; please report it", file=sys.stderr)
        return 2
    return code


def _parser(words: list[str]) -> argparse.ArgumentParser:
    """The parser of the whole command line; only the command that ``words`` name is loaded."""
    # Only help needs the terminal's width; to ask for it loads a dozen modules.
    width = None if {"-h", "--help"} & set(words) else 80
    layout = partial(argparse.RawDescriptionHelpFormatter, width=width)
    parser = argparse.ArgumentParser(
        prog="guidechain",
        description="Which instruction files govern the work of coding agents, per host.",
        epilog=EXAMPLES,
        formatter_class=layout,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"guidechain {guidechain.__version__}")
    commands = parser.add_subparsers(dest="command", prog="guidechain", metavar="COMMAND", required=True)
    named = next((word for word in words if not word.startswith("-")), None)
    # Without a known command all of them are shown; with one nothing but itself is made.
    for name, summary in [row for row in COMMANDS if row[0] == named] or COMMANDS:
        command = commands.add_parser(
            name,
            help=summary,
            description=summary[0].upper() + summary[1:] + ".",
            formatter_class=layout,
            allow_abbrev=False,
        )
        if name == named:
            _module(name).configure(command)
    return parser


def _module(command: str):  # type: ignore[no-untyped-def]  # A command's module; mypy knows no type for "some module".
    return importlib.import_module(f"guidechain.cli.{command.replace('-', '_')}")
