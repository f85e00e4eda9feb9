"""``guidechain nvim``: the folder to append to Neovim's runtime path."""

from __future__ import annotations

import argparse

import guidechain
from guidechain import machine
from guidechain.core import paths

EPILOG = """\
in init.lua (Neovim 0.11 or newer):
  vim.opt.rtp:append(vim.trim(vim.fn.system({ 'guidechain', 'nvim' })))
  vim.lsp.enable('guidechain')
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """``nvim`` takes no arguments."""
    parser.epilog = EPILOG


def run(arguments: argparse.Namespace) -> int:
    """Print the folder."""
    print(paths.join(paths.parent(machine.absolute(guidechain.__file__)), "nvim"))
    return 0
