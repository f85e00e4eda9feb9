"""Guidance that points the reader to a file that is not there.

Only sentences that send somebody to a file are judged ("see `docs/layout.md`", "the entry point is `src/main.py`"), and
only a path that is found nowhere: not from the folder of the instruction file, not from any folder above it, and not as
the end of another path. Examples, placeholders, files to be made, removed or generated ones, and what an ignore
file names are left alone.

What to do: correct the path, or delete the sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from guidechain.core import document, paths
from guidechain.core.diagnostics import words
from guidechain.core.diagnostics.places import guidance
from guidechain.core.explain import shown
from guidechain.core.globs import compile_globs
from guidechain.core.model import Finding, Settings, Severity, Span
from guidechain.core.queries.candidates import Candidates
from guidechain.core.queries.inventory import take_inventory
from guidechain.core.snapshot import Snapshot

CODE = "stale-path"
SEVERITY: Severity = "information"
PLACE = "the path"
CONCERNS = "all"

_PATH = re.compile(r"`(?P<path>[\w.@+-]+(?:/[\w.@+-]+)+\.(?P<extension>[A-Za-z]{1,5}))`")
_POINTING = re.compile(
    r"\b(?:see|read|refer to|consult|follow|edit|update|check|entry point is|background|details?|"
    r"(?:described|documented|explained|found|defined|listed|located|kept|lives?|stands?|is|are|details?) in)"
    r"[\s:]*(?:also |the |in )?$",
    re.IGNORECASE,
)
"""What stands before a path to which it sends the reader."""
_OTHER = re.compile(
    r"\b(?:e\.g|example|for instance|such as|like|would|create|add|new|write|delet|remov|no longer|old|was|were|"
    r"legacy|deprecat|generat|output|build|ignored|renam|moved|repo\b|repository\b|another|upstream|"
    r"if (?:it|they|present|any)|exists?|optional|don['’]?t|do not|never|not)",
    re.IGNORECASE,
)
"""Words by which a sentence does not promise that the file is there now, in this repository."""
_ENDS = re.compile(r"[.;!?]\s|\n")
_EXTENSIONS = frozenset(
    (
        *(
            "md",
            "mdx",
            "txt",
            "rst",
            "adoc",
            "json",
            "yaml",
            "yml",
            "toml",
            "py",
            "ts",
            "tsx",
            "js",
            "jsx",
            "mjs",
            "cjs",
        ),
        *(
            "go",
            "rs",
            "java",
            "kt",
            "rb",
            "c",
            "h",
            "cc",
            "cpp",
            "hpp",
            "cs",
            "swift",
            "sh",
            "sql",
            "proto",
            "vue",
            "php",
        ),
    )
)


def check(snapshot: Snapshot, settings: Settings) -> words.Findings:
    """One finding per place."""
    inventory = yield from take_inventory(snapshot, settings)
    found: list[Finding] = []
    for file, text in guidance(snapshot, inventory, CODE) if not inventory.found.incomplete else ():
        missing = [each for each in pointed(text) if _is_gone(snapshot, settings, inventory.found, file.path, each[2])]
        for span, written in _in_prose(text, missing):
            namesakes = [each for each in inventory.found.folders if paths.name(written) in snapshot.listdir(each)]
            other = paths.join(namesakes[0], paths.name(written)) if len(namesakes) == 1 else ""
            advice = f"Did you mean {shown(settings, other)}?" if other else "Correct the path, or drop it."
            message = f"There is no {written}, here or elsewhere in the workspace. {advice}"
            found.append(Finding(CODE, SEVERITY, file.path, span, message))
        yield
    return tuple(found)


def pointed(text: str) -> Iterator[tuple[int, int, str]]:
    """The paths to which a sentence of ``text`` sends the reader, with their offsets."""
    for found in _PATH.finditer(text):
        start, end = found.span("path")
        if not _POINTING.search(text[max(0, start - 80) : start - 1]):
            continue
        before = _ENDS.split(text[max(0, start - 400) : start])[-1]
        after = _ENDS.split(text[end : end + 400], maxsplit=1)[0]
        first = found["path"].partition("/")[0]
        known = found["extension"].lower() in _EXTENSIONS and not first.startswith((".", "@"))
        if known and not _OTHER.search(f"{before}`{after}"):
            yield start, end, found["path"]


def _is_gone(snapshot: Snapshot, settings: Settings, found: Candidates, importer: str, written: str) -> bool:
    """Whether ``written`` leads nowhere from any folder that it may be meant from."""
    folder = paths.parent(importer)
    bases = [each for each in paths.ancestors(folder) if paths.is_below(each, settings.root)]
    if any(snapshot.entry(paths.join(base, written)).kind != "missing" for base in bases):
        return False
    if any(_is_ignored(snapshot, settings, paths.join(base, written)) for base in bases):
        return False
    above, _, name = written.rpartition("/")
    ends = (each for each in found.folders if each.endswith(f"/{above}"))
    # A name that begins with it is a sample to be copied: settings.json.example.
    return not any(there.startswith(name) for each in ends for there in snapshot.listdir(each))


def _is_ignored(snapshot: Snapshot, settings: Settings, path: str) -> bool:
    """Whether an ignore file on the way names ``path``."""
    for folder in paths.between(settings.root, paths.parent(path)):
        text = snapshot.text(paths.join(folder, ".gitignore"))
        if text and compile_globs("gitignore", text.split("\n")).match(paths.relative(path, folder)):
            return True
    return False


def _in_prose(text: str, missing: list[tuple[int, int, str]]) -> Iterator[tuple[Span, str]]:
    """Those of ``missing`` that stand in code spans, not in code."""
    if not missing:
        return
    parsed = document.parse(text)
    spans = {
        inline.start + 1
        for block in parsed.blocks
        if any(block.start <= start < block.end for start, _, _ in missing)
        for inline in parsed.inlines(block)
        if inline.kind == "code"
    }
    for start, end, written in missing:
        if start in spans:
            yield parsed.span(start, end), written
