"""Commands that guidance names: where they run, for what they are, what they apply to, whether they are demanded.

A command is a code span or a line of a shell fence that starts with a known program or a script path and has an
argument. Banned ones ("never run X", "use Y, not X"), tool names and output are none. It is *required* when it checks
something and ends by itself (test, lint, format, typecheck, build), and the text demands it: "run X", "X must pass", a
label ("Lint: X"), a line of a fence without a remark. Words that explain ("X runs the tests", "CI runs X") demand
nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from guidechain.core import paths
from guidechain.core.commands import PLACEHOLDER, commands_in, is_check, is_command, kind_of, moved_to
from guidechain.core.document import Block, Document
from guidechain.core.guards.flat import CODE, COMMAND, PATH, Flat, Token, flatten
from guidechain.core.model import NamedCheck

_SHELLS = frozenset(
    (
        "bash",
        "sh",
        "shell",
        "zsh",
        "fish",
        "console",
        "terminal",
        "shell-session",
        "shellsession",
        "powershell",
        "cmd",
        "bat",
        "",
    )
)

_BANNED = re.compile(
    r"\b(?:do not|don['’]?t|never|avoid|must not|mustn['’]?t|should not|shouldn['’]?t|cannot|can['’]?t|"
    r"instead of|rather than|prefer\b[^.;]*\bover|"
    rf"not|no longer|stop)\s+(?:\w+\s+){{0,3}}?(?:[{COMMAND}{CODE}]\s*(?:,|or|and|nor)\s*)*$"
)

_DEMANDED = re.compile(
    r"\b(?:run|rerun|re-run|execute|invoke|verify with|check with|validate with|test with|lint with|build with|"
    r"format with|confirm with|finish with|always|make sure|ensure)\b"
    r"[^.;:]*$|\b(?:must|should|has to|have to|needs? to) (?:also )?(?:pass|be green|succeed|run|"
    r"complete)\b[^.;]*$|\brun\b[^.;]*:[^.;]*$"
)

_PASSES = re.compile(
    r"\s*(?:(?:and|,|or)\s*\ue001\s*)*(?:must|should|has to|have to|needs? to) (?:all |both )?(?:pass|be green|"
    r"succeed|stay green|exit|run clean)"
)

_EXPLAINS = re.compile(
    r"\b(?:ci|it|which|that|hook|workflow|pipeline|action|job|script|we)\s+(?:also\s+)?(?:runs?|executes?|"
    r"calls?|invokes?|uses?)\b[^.;:]*$|\bruns?\s*$(?<=runs)|\bis enough\b|\b(?:use|try|prefer|e\.g\.|like|such "
    r"as|via|means|equivalent to)\s*$"
)

_SINGLE_RUN = re.compile(r"\b(?:run|execute|invoke)\s+$")

_ROOT = re.compile(
    r"\b(?:from|in|at) the (?:repo(?:sitory)?(?:['’]s)?|project|workspace|monorepo|git)?\s?(?:root|top[- "
    r"]level)(?: folder| directory)?\b"
)

_FROM = re.compile(rf"\b(?:from|in|inside|within|under)\s+(?:the\s+)?(?P<at>{PATH})")

_SCOPE = re.compile(
    r"\b(?:changes?|changing|editing|touching|edits?|modif\w+|work|working|touch\w*|change[ds]?|edited|files?|"
    r"code|anything|commits?) (?:(?:to|in|under|inside|within|of|on|below|anything|files?|any|the|"
    rf"code)\s+)*(?P<at>{PATH})"
    r"|\b(?:for|when|if|after)\s+(?:(?:you|a|the|any|all|your|every)\s+)*(?:(?:change|edit|touch|modify|"
    rf"changing|editing|touching)\s+)?(?:(?:anything|files?|code|something|in|under|the)\s+)*(?P<at2>{PATH})"
    rf"|^\W*(?P<at3>{PATH})(?:\s?(?:changes|files?))?\s*[:→]"
)

_KIND_SCOPE = re.compile(
    r"\b(?:any|all|every|each|changed|a|for|if|the)\s+(?:(?:changed|touched|modified|"
    rf"edited)\s+)?[{CODE}{PATH}](?=\s(?:files?|changes?|sources?|modules?)\b)"
)

_LABEL = re.compile(
    rf"^[\W_]*(?:[\w /&+-]{{1,40}}?)\s*(?:[:|→=—–]|\s-)[\s|*_]*(?:(?:then|and|,|&&|;)?\s*{COMMAND}\s*)*$"
)


@dataclass(frozen=True)
class _Found:
    command: str
    cwd: str | None
    start: int
    end: int
    required: bool
    scope: str | None = None


def named_checks(document: Document, path: str, root: str) -> tuple[NamedCheck, ...]:
    """The commands that the instruction file at ``path`` names, in the order of the text."""
    at = paths.relative(paths.parent(path), root) if paths.is_below(path, root) else ""
    found: list[NamedCheck] = []
    for block in document.blocks:
        rows = _fence(document, block) if block.kind == "fence" else _prose(document, block)
        for each in rows:
            found.append(
                NamedCheck(
                    command=each.command,
                    cwd=at if each.cwd is None else each.cwd,
                    scope=each.scope,
                    kind=kind_of(each.command),
                    path=path,
                    span=document.span(each.start, each.end),
                    required=each.required and is_check(each.command),
                    placeholder=PLACEHOLDER.search(each.command) is not None,
                )
            )
    return tuple(found)


def _prose(document: Document, block: Block) -> Iterator[_Found]:
    flat = flatten(document, block, lambda text: False)
    if COMMAND not in flat.text and PATH not in flat.text:
        return
    bounds = [0, *(found.end() for found in re.finditer(r"[.!?](?=\s)|;\s|\|\s(?=\|)", flat.text)), len(flat.text)]
    for start, end in pairwise(bounds):
        for each in _sentence(flat.part(start, end)):
            alone = flat.text.strip() == COMMAND
            labelled = alone and (block.column > 0 if block.kind == "cell" else bool(block.items))
            yield replace(each, required=each.required or labelled)


def _sentence(flat: Flat) -> Iterator[_Found]:
    text = flat.text
    scope, place = _scope(flat), _place(flat)
    for at, token in sorted(flat.tokens.items()):
        head = text[:at]
        if _BANNED.search(head) or not (token.kind == "command" or _is_script(token, head)):
            continue
        if token.kind == "command" and len(token.text.split()) == 1 and not _SINGLE_RUN.search(head):
            continue
        cwd, local = place, scope
        after = re.match(rf"\s(?:in|inside|from)\s+(?:the\s+)?({PATH})", text[at + 1 :])
        if after:
            cwd = _folder(flat.tokens[at + 1 + after.start(1)])
            local = local or cwd
        demanded = _demanded(text, at)
        for command, folder in commands_in(token.text, cwd):
            yield _Found(command, folder, token.start, token.end, demanded, local)


def _is_script(token: Token, head: str) -> bool:
    """``./check.sh`` after "run": a script that takes no argument."""
    return (
        token.kind == "path"
        and _SINGLE_RUN.search(head) is not None
        and re.match(r"\./|.*\.(?:sh|py|ps1)$", token.text) is not None
    )


def _demanded(text: str, at: int) -> bool:
    head = text[:at]
    if _PASSES.match(text[at + 1 :]) or re.search(
        r"\b(?:must|should|needs? to|has to|have to) (?:also "
        r")?pass\b",
        head,
    ):
        return True
    if _EXPLAINS.search(head) or re.search(r"\bis enough\b", text[at:]):
        return False
    return _DEMANDED.search(head) is not None or _LABEL.search(head) is not None


def _scope(flat: Flat) -> str | None:
    kind = _KIND_SCOPE.search(flat.text)
    if kind:
        return _pattern(flat.tokens[kind.end() - 1].text)
    for found in _SCOPE.finditer(flat.text):
        at = next(found.start(name) for name in ("at", "at2", "at3") if found[name])
        if COMMAND not in flat.text[: found.start()] or re.search(r"chang|edit|touch|modif", found[0]):
            return _pattern(flat.tokens[at].text)
    return None


def _pattern(text: str) -> str:
    """``.go`` and ``*.go`` as a pattern at any depth; any other text as it is."""
    return f"**/*{text}" if re.fullmatch(r"\.\w+", text) else f"**/{text}" if text.startswith("*.") else text


def _place(flat: Flat) -> str | None:
    if _ROOT.search(flat.text) and not re.search(r"\bnot (?:from|in|at) the", flat.text):
        return ""
    for found in _FROM.finditer(flat.text):
        lead = flat.text[: found.start()]
        if re.search(rf"\b(?:run|commands?|execute|{COMMAND})\b[^.;]*$|{COMMAND}\s*$", lead) and not re.search(
            r"\b(?:change\w*|edit\w*|files?|code)\s*$", lead
        ):
            return _folder(flat.tokens[found.start("at")])
    first = re.match(rf"\W*(?:from|in|inside)\s+(?:the\s+)?({PATH})", flat.text)
    return _folder(flat.tokens[first.start(1)]) if first else None


def _folder(token: Token) -> str:
    return token.text.removeprefix("./").strip("/")


def _fence(document: Document, block: Block) -> Iterator[_Found]:
    info = block.info.split()[0].lower() if block.info else ""
    if info not in _SHELLS:
        return
    lines = [found for found in re.compile(r"[^\r\n]+").finditer(document.text, block.start, block.end)]
    lines = [line for line in lines if not line[0].lstrip().startswith(("```", "~~~"))]
    prompted = any(re.match(r"\s*[$❯%]\s", line[0]) for line in lines)
    remarks = any(re.search(r"\S\s+#\s", line[0]) for line in lines)
    cwd: str | None = None
    pending, start = "", 0
    for line in lines:
        text = line[0].strip()
        if not pending:
            start = line.start()
            if prompted and not re.match(r"[$❯%]\s", text):
                continue
            text = re.sub(r"^[$❯%]\s+", "", text)
        if text.endswith("\\"):
            pending += text[:-1].strip() + " "
            continue
        text = re.sub(r"\s+#\s.*$", "", pending + text).strip()
        pending = ""
        if not text or text.startswith("#"):
            continue
        moved = re.fullmatch(r"(?:cd|pushd)\s+(\S+)", text)
        if moved:
            cwd = moved_to(cwd, moved[1].strip("\"'"))
            continue
        for command, folder in commands_in(text, cwd):
            if is_command(command):
                yield _Found(command, folder, start, line.end(), not remarks)
