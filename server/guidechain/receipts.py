"""Receipts: what is known of the last run of each required check. Kept under the git folder, never in the tree.

A receipt saves people a second run. It proves nothing to anybody else: whoever can edit the tree can write one.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

from guidechain.core.model import Receipt
from guidechain.workspace import Disk

FOLDER = "guidechain/receipts"
LARGEST = 1 << 20
"""Bytes of a file beyond which it is no receipt."""
_VERSION = 1


class ReceiptError(Exception):
    """A receipt could not be written; the text says why."""


def write_receipt(git_folder: str, receipt: Receipt) -> str:
    """Keep ``receipt`` in place of the last one of its check; the path of its file."""
    path = Path(git_folder, FOLDER, f"{receipt.name}.json")
    # A file of its own for each writer: two runs at once end with one whole receipt.
    fresh = path.with_suffix(f".{os.getpid()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            fresh.write_text(json.dumps({"version": _VERSION, **asdict(receipt)}, indent=1) + "\n", encoding="utf-8")
            fresh.replace(path)
        finally:
            fresh.unlink(missing_ok=True)
    except OSError as error:
        raise ReceiptError(f"the receipt could not be written to {path}: {error.strerror}") from None
    return str(path)


def read_receipts(git_folder: str, names: Iterable[str]) -> dict[str, Receipt]:
    """The last receipt of each check of ``names`` that has one. A file that is no receipt counts as none."""
    found = {}
    for name in names:
        receipt = _read(f"{git_folder}/{FOLDER}/{name}.json")
        if receipt is not None and receipt.name == name:
            found[name] = receipt
    return found


def _read(path: str) -> Receipt | None:
    disk = Disk()
    if disk.entry(path).size > LARGEST:
        return None
    try:
        facts = json.loads(disk.read(path) or b"")
    except (ValueError, RecursionError):
        return None
    if not isinstance(facts, dict) or facts.pop("version", None) != _VERSION:
        return None
    texts = ("name", "run", "cwd", "status", "tree", "tree_after", "reason")
    if set(facts) != {*texts, "exit", "seconds"} or not all(isinstance(facts[key], str) for key in texts):
        return None
    whole = facts["exit"] is None or type(facts["exit"]) is int
    usable = whole and type(facts["seconds"]) in (int, float) and facts["status"] in ("passed", "failed", "skipped")
    return Receipt(**facts) if usable else None
