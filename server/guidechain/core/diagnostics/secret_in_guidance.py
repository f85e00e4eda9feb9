"""A credential in an instruction file.

Instruction files are sent to a model provider in every session and stand in the repository's history. A value that has
the form of a known kind of key, or that stands as the value of a name such as `DEPLOY_TOKEN` and looks random, is
reported. The value itself is never printed. Placeholders, variables and documented examples are left alone.

What to do: revoke the credential, remove it from the file and its history, and name the variable or the secret store
instead.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator

from guidechain.core.diagnostics import words
from guidechain.core.diagnostics.places import Places, guidance
from guidechain.core.model import Finding, Settings, Severity
from guidechain.core.queries.inventory import take_inventory
from guidechain.core.snapshot import Snapshot

CODE = "secret-in-guidance"
SEVERITY: Severity = "warning"
PLACE = "the value"
CONCERNS = "all"

_KINDS = (
    ("an AWS access key id", r"(?:AKIA|ASIA)[0-9A-Z]{16}"),
    ("a GitHub token", r"gh[pousr]_[0-9A-Za-z]{36,}|github_pat_[0-9A-Za-z_]{50,}"),
    ("a GitLab token", r"glpat-[0-9A-Za-z_-]{20,}"),
    ("a Slack token", r"xox[abeoprs]-[0-9A-Za-z-]{20,}"),
    ("an Anthropic key", r"sk-ant-[0-9A-Za-z_-]{24,}"),
    ("an OpenAI key", r"sk-(?:proj-|svcacct-)?[0-9A-Za-z_-]{32,}"),
    ("a Google API key", r"AIza[0-9A-Za-z_-]{35}"),
    ("a Stripe key", r"[rs]k_live_[0-9A-Za-z]{20,}"),
    ("an npm token", r"npm_[0-9A-Za-z]{36}"),
    ("a PyPI token", r"pypi-AgEI[0-9A-Za-z_-]{50,}"),
    ("a Hugging Face token", r"hf_[0-9A-Za-z]{30,}"),
    ("a private key", r"-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----"),
    ("a signed web token", r"eyJ[0-9A-Za-z_-]{15,}\.eyJ[0-9A-Za-z_-]{15,}\.[0-9A-Za-z_-]{20,}"),
)
_MARKS = (
    *("AKIA", "ASIA", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "xox", "sk-", "AIza"),
    *("k_live_", "npm_", "pypi-", "hf_", "-----BEGIN", "eyJ"),
)
"""What the kinds begin with: a cheap test before the exact one."""
_KNOWN = re.compile("|".join(f"(?<![0-9A-Za-z_-])(?P<k{number}>{each})" for number, (_, each) in enumerate(_KINDS)))
_NAMED = re.compile(
    r"(?P<name>(?i:token|secret|passwd|password|api[_-]?key|access[_-]?key|private[_-]?key|credential)"
    r"s?(?:[A-Z0-9_-][A-Za-z0-9_]*)?)"
    r"[\"'`]?\s*(?:=|:|:=)\s*[\"'`]?(?P<value>[^\s\"'`,;)\]}]{12,})",
)
_VALUE = re.compile(r"[=:]\s*[\"'`]?[^\s\"'`,;)\]}]{12,}")
"""The end of what ``_NAMED`` takes: a cheap test before it."""
_WORD_BEFORE = re.compile(r"[A-Za-z0-9_.-]*$")
_IN_URL = re.compile(r"(?P<name>://)[^\s/:@\"'`<>]+:(?P<value>[^\s/:@\"'`<>$&{}]{8,})@")
_EXAMPLE = re.compile(
    r"example|sample|dummy|placeholder|changeme|change_me|your|redacted|replace|secret|passw|token|xxx|\*\*\*|\.\.\.|1234"
    r"|abcd|test|fake|foo|todo",
    re.IGNORECASE,
)
_REFERENCE = re.compile(r"[$<{%\[(]|^(?:env|process|os|secrets|vault|op|https?)\b|::|->")
_ENTROPY = 3.4
"""Bits per character from which a value of mixed characters counts as random."""


def check(snapshot: Snapshot, settings: Settings) -> words.Findings:
    """One finding per place."""
    inventory = yield from take_inventory(snapshot, settings)
    found: list[Finding] = []
    for file, _ in guidance(snapshot, inventory, CODE):
        found += snapshot.query(_in_file, file.path)
        yield
    return tuple(found)


def _in_file(snapshot: Snapshot, path: str) -> tuple[Finding, ...]:
    text = snapshot.text(path) or ""
    rows = sorted(secrets(text))
    places = Places(text) if rows else None
    return tuple(_finding(path, places, *row) for row in rows if places)


def secrets(text: str) -> Iterator[tuple[int, int, str]]:
    """For each credential the stretch that names it, without the value, and what it is."""
    taken: list[tuple[int, int]] = []
    for found in _KNOWN.finditer(text) if any(mark in text for mark in _MARKS) else ():
        kind = next(name for number, (name, _) in enumerate(_KINDS) if found[f"k{number}"])
        if _is_example(found[0].removeprefix("sk-")) and kind != "a private key":
            continue
        name = _name_before(text, found.start())
        start, end = name or (found.start(), found.start() + 4)
        taken.append((found.start(), found.end()))
        yield start, end, f"{kind} in {text[start:end]}" if name else kind
    named = _NAMED.finditer(text) if _VALUE.search(text) else ()
    for found in (*named, *_IN_URL.finditer(text)):
        start, end = found.span("value")
        known = any(start < last and first < end for first, last in taken)
        if not known and _is_random(found["value"]):
            taken.append((start, end))
            name_start, name_end = found.span("name")
            if found["name"] == "://":
                yield name_start, name_end, "the password in a URL"
                continue
            word = _WORD_BEFORE.search(text, max(0, name_start - 60), name_start)
            name_start = word.start() if word else name_start
            yield name_start, name_end, f"the value of {text[name_start:name_end]}"


def _name_before(text: str, offset: int) -> tuple[int, int] | None:
    """The name that a value at ``offset`` is given to, on the same line."""
    line = text[max(0, offset - 80) : offset]
    found = re.search(r"([A-Za-z][A-Za-z0-9_.-]*)[\"'`]?\s*(?:=|:)\s*[\"'`]?$", line)
    return (offset - len(line) + found.start(1), offset - len(line) + found.end(1)) if found else None


def _is_example(value: str) -> bool:
    return _EXAMPLE.search(value) is not None


def _is_random(value: str) -> bool:
    """Whether ``value`` looks like a generated one: several kinds of characters in no order, and no placeholder."""
    if _REFERENCE.search(value) or _is_example(value) or value.count("/") > 1:
        return False
    kinds = sum(any(test(each) for each in value) for test in (str.isdigit, str.isupper, str.islower))
    counts = Counter(value)
    entropy = -sum(count / len(value) * math.log2(count / len(value)) for count in counts.values())
    hexadecimal = re.fullmatch(r"[0-9a-f]{32,}", value) is not None
    digits = sum(each.isdigit() for each in value)
    return hexadecimal or (kinds >= 2 and digits >= 2 and entropy >= _ENTROPY and len(value) >= 16)


def _finding(path: str, places: Places, start: int, end: int, what: str) -> Finding:
    return Finding(
        CODE,
        SEVERITY,
        path,
        places.span(start, end),
        f"This looks like a credential ({what}), and every session sends it to a model. "
        "Revoke it, remove it here, and name a variable or a secret store instead.",
    )
