"""``guidechain server``: the language server on standard input and output."""

from __future__ import annotations

import argparse
import gc


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``server``."""
    parser.add_argument("--stdio", action="store_true", help="accepted for clients that pass it; there is no other way")


def run(arguments: argparse.Namespace) -> int:
    """Serve until the client ends the session; the exit code is the protocol's."""
    gc.enable()  # Unlike the other commands this one stays.
    # Loaded here alone: the protocol's types cost half a second that no other command should pay.
    from guidechain.lsp.server import main

    return main()
