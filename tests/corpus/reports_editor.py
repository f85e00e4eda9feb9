"""Judges ``editor`` cases: what a client in the same process sees. Milliseconds are judged by the order of events.

``do`` is in free words; the few acts that cases name (open, type, undo, rename) are read from it, and a case whose
``check`` holds a key that no function here takes fails.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Mapping
from typing import Any

from conformance.case import Reader
from corpus.reports_diagnostic import build
from fixture import Tree
from lsp.editor import Editor

from guidechain.core.model import Entry
from guidechain.lsp.convert import to_uri

ROOT = "/srv/ws"


async def problems(case: Reader, values: Mapping[str, Any]) -> list[str]:
    """What is wrong with what the editor sees; every key of ``check`` is taken by one function."""
    check = case["check"]
    found = []
    for key in check:
        if key in COMPANIONS:
            check.whole(key)
        elif key in CHECKS:
            found += [f"{key}: {problem}" async for problem in CHECKS[key](case, values)]
        else:
            found.append(f"{key}: nobody compares this key")
    return found


async def _started(case: Reader, tree: Tree | None = None, **overrides: Any) -> Editor:
    """An editor with the case's tree and configuration."""
    editor = Editor(tree or build(case).files, **overrides)
    config = case.whole("config", {})
    editor.configuration = {"hosts": config.get("hosts", []), "launchFolders": config.get("launch", [])}
    await editor.start([ROOT])
    return editor


def _uri(path: str) -> str:
    return to_uri(f"{ROOT}/{path}")


def _opened(case: Reader) -> list[str]:
    """The files that ``do`` opens."""
    return [each.rstrip(".,;") for each in re.findall(r"\b[Oo]pen (?:the )?([\w./ -]+?\.md\b)", case.whole("do"))]


async def _finding(case: Reader, values: Mapping[str, Any]) -> AsyncIterator[str]:
    """One finding at a place, a lens on the first line, and a fix that replaces exactly that place."""
    path, wanted = _opened(case)[0], case["check"]["finding"]
    editor = await _started(case)
    editor.open(path, uri=_uri(path), text=_text(editor, path))
    await editor.idle()
    at = [each["range"] for each in editor.diagnostics.get(_uri(path), [])]
    if _flat(wanted) not in [_line_range(each) for each in at]:
        yield f"expected {_flat(wanted)}, found {at}"
    lenses = await editor.request("textDocument/codeLens", {"textDocument": {"uri": _uri(path)}})
    if not any(each["range"]["start"]["line"] == 0 for each in lenses):
        yield f"expected a lens on line 0, found {lenses}"


async def _encoding(case: Reader, values: Mapping[str, Any], encoding: str) -> AsyncIterator[str]:
    """The finding's range, and go-to-definition at the last character of the live import, in one encoding."""
    path, wanted = _opened(case)[0], case["check"][encoding]
    general = {"positionEncodings": [encoding, "utf-16"]} if encoding != "utf-16" else {}
    editor = await _started(case, general=general)
    text = _text(editor, path)
    editor.open(path, uri=_uri(path), text=text)
    await editor.idle()
    at = [_line_range(each["range"]) for each in editor.diagnostics.get(_uri(path), [])]
    if _flat(wanted) not in at:
        yield f"expected {_flat(wanted)}, found {at}"
    for number, line in enumerate(text.split("\n")):
        for token in re.finditer(r"(?<!\S)@([\w./-]+)", line):
            if editor.tree.entry(f"{ROOT}/{token[1]}").kind == "file":
                before = line[: token.end() - 1].encode("utf-16-le" if encoding == "utf-16" else encoding)
                column = len(before) // (2 if encoding == "utf-16" else 1)
                params = {"textDocument": {"uri": _uri(path)}, "position": {"line": number, "character": column}}
                leads = await editor.request("textDocument/definition", params)
                if [each["uri"] for each in leads or []] != [_uri(token[1])]:
                    yield f"go-to-definition of {token[0]} at column {column} leads to {leads}"


async def _utf_16(case: Reader, values: Mapping[str, Any]) -> AsyncIterator[str]:
    async for each in _encoding(case, values, "utf-16"):
        yield each


async def _utf_8(case: Reader, values: Mapping[str, Any]) -> AsyncIterator[str]:
    async for each in _encoding(case, values, "utf-8"):
        yield each


async def _published(case: Reader, values: Mapping[str, Any]) -> AsyncIterator[str]:
    """After a rename on disk: the last list published for each file has as many findings as expected."""
    old = _opened(case)[0]
    new = re.findall(r"rename it on disk to ([\w./-]+)", case.whole("do"))[0]
    editor = await _started(case)
    editor.open(old, uri=_uri(old), text=_text(editor, old))
    await editor.idle()
    if not editor.diagnostics.get(_uri(old)):
        yield f"expected a finding on {old} before it is renamed"
    content = editor.tree.nodes[f"{ROOT}/{old}"].content
    editor.tree.remove(f"{ROOT}/{old}")
    editor.tree.write(f"{ROOT}/{new}", content)
    changes = [{"uri": _uri(old), "type": 3}, {"uri": _uri(new), "type": 1}]
    editor.published.clear()
    editor.notify("workspace/didChangeWatchedFiles", {"changes": changes})
    editor.notify("textDocument/didClose", {"textDocument": {"uri": _uri(old)}})
    editor.open(new, uri=_uri(new), text=content.decode())
    await editor.idle()
    last = dict(editor.published)
    for each in case["check"]["published"]:
        if len(last.get(_uri(each["file"]), [None])) != each["count"]:
            yield f"{each['file']}: expected {each['count']} findings, last published {last.get(_uri(each['file']))}"


async def _steps(case: Reader, values: Mapping[str, Any]) -> AsyncIterator[str]:
    """Type a line without saving, then undo: the lens of the imported file follows."""
    importer = _opened(case)[0]
    typed = re.findall(r"type (\S+) on a new line", case.whole("do"))[0]
    editor = await _started(case)
    text = _text(editor, importer)
    editor.open(importer, uri=_uri(importer), text=text)
    texts = {"type": text + typed + "\n", "undo": text}
    for version, step in enumerate(case["check"]["steps"], 2):
        document = {"uri": _uri(importer), "version": version}
        changes = [{"text": texts[step["after"]]}]
        editor.notify("textDocument/didChange", {"textDocument": document, "contentChanges": changes})
        await editor.idle()
        file = step["file"]
        editor.open(file, uri=_uri(file), text=_text(editor, file))
        await editor.idle()
        lenses = await editor.request("textDocument/codeLens", {"textDocument": {"uri": _uri(file)}})
        titles = " ".join(each["command"]["title"] for each in lenses)
        expected = step.whole("imported_by")
        if re.findall(r"imported by ([\w./-]+)", titles) != expected:
            yield f"after {step['after']}: expected {file} imported by {expected}, lenses say {titles!r}"
        editor.notify("textDocument/didClose", {"textDocument": {"uri": _uri(file)}})


async def _same_document(case: Reader, values: Mapping[str, Any]) -> AsyncIterator[str]:
    """A buffer opened under one spelling answers under the other, and is published under the first."""
    for opened, asked in case["check"].whole("same_document"):
        if re.match(r"file:///[A-Za-z](:|%3A)/", opened, re.IGNORECASE):
            roots, path = ["C:/ws"], re.sub(r"^file:///([A-Za-z])(?::|%3A)", r"\1:", opened, flags=re.IGNORECASE)
        else:
            roots, path = ["/ws"], opened.removeprefix("file://")
        path = path.replace("%20", " ").replace("%23", "#").replace("c:/", "C:/")
        tree = Tree()
        tree.mkdir(roots[0])
        tree.write(path, "on disk\n")
        editor = Editor(tree)
        await editor.start(roots)
        editor.open(path, uri=opened, text="@none.md\n")
        await editor.idle()
        at = {"textDocument": {"uri": asked}, "position": {"line": 0, "character": 1}}
        if await editor.request("textDocument/hover", at) is None:
            yield f"opened as {opened}, nothing to hover as {asked}"
        strangers = {uri for uri, _ in editor.published if uri != opened}
        if strangers:
            yield f"opened as {opened}, published as {strangers}"
    for field in ("tree", "home", "config"):
        case.whole(field)  # The addresses themselves make the trees.


class _Big:
    """A large generated tree; ``listed`` are the folders that were looked into."""

    def __init__(self, wanted: Mapping[str, Any], files: Mapping[str, str]) -> None:
        self.names: dict[str, dict[str, str]] = {}
        self.texts: dict[str, bytes] = {}
        self.listed: list[str] = []
        for path, text in files.items():
            self.add(f"{ROOT}/{path}", text.encode())
        hidden = wanted.get("of_them_below", {})
        for folder, count in hidden.items():
            for number in range(count):
                self.add(f"{ROOT}/{folder}dep{number % 200}/AGENTS.md{number}", b"x\n")
        visible = wanted["files"] - sum(hidden.values())
        folders = wanted["folders"]
        for number in range(visible):
            folder = f"{ROOT}/p{number % folders % 80}/q{number % folders}"
            self.add(f"{folder}/f{number}.py", b"1\n")
        for number in range(wanted["instruction_files"]):
            self.add(f"{ROOT}/p{number % 80}/q{number}/AGENTS.md", b"rules\n")

    def add(self, path: str, content: bytes) -> None:
        """Put a file and the folders above it."""
        self.texts[path] = content
        kind = "file"
        while path != "/":
            folder, _, name = path.rpartition("/")
            folder = folder or "/"
            known = self.names.setdefault(folder, {})
            if name in known:
                break
            known[name] = kind
            path, kind = folder, "directory"

    def entry(self, path: str) -> Entry:
        if path in self.texts:
            return Entry("file", path, len(self.texts[path]))
        return Entry("directory" if path in self.names else "missing", path)

    def read(self, path: str) -> bytes | None:
        return self.texts.get(path)

    def listdir(self, path: str) -> Mapping[str, str]:
        self.listed.append(path)
        return self.names.get(path, {})


async def _at_once(case: Reader, values: Mapping[str, Any]) -> AsyncIterator[str]:
    """``initialize`` and a hover are answered before the scan ends; ignored folders are not walked."""
    tree = _Big(values["generate"], case.whole("tree"))
    for field in ("generate", "home"):
        case.whole(field)
    case["check"].whole("initialize_ms")
    editor = Editor(tree)  # type: ignore[arg-type]
    config = case.whole("config", {})
    editor.configuration = {"hosts": config.get("hosts", []), "launchFolders": config.get("launch", [])}
    folders = [{"uri": to_uri(ROOT), "name": "ws"}]
    params = {"processId": None, "rootUri": None, "capabilities": editor.capabilities, "workspaceFolders": folders}
    await editor.request("initialize", params)
    if len(tree.listed) > 100:
        yield f"{len(tree.listed)} folders were listed before initialize was answered"
    editor.notify("initialized", {})
    nested = "p1/q1/f1.py"
    editor.open(nested, uri=_uri(nested), text="1\n")
    at = {"textDocument": {"uri": _uri(nested)}, "position": {"line": 0, "character": 0}}
    hover = await editor.request("textDocument/hover", at)
    if hover is None:
        yield "the hover on the nested file says nothing"
    if editor.published:
        yield "the scan had ended before the hover was answered"
    await editor.idle()
    if len(tree.listed) < values["generate"]["folders"] // 2:
        yield f"only {len(tree.listed)} folders were looked into: nothing was scanned"
    walked = [
        each for each in tree.listed for name in case["check"].whole("not_walked", []) if f"/{name}" in f"{each}/"
    ]
    if walked:
        yield f"walked {walked[:3]}"
    watchers = [
        watcher
        for message in editor.asked
        if message["method"] == "client/registerCapability"
        for each in message["params"]["registrations"]
        for watcher in (each.get("registerOptions") or {}).get("watchers", [])
    ]
    if len(watchers) > 100:
        yield f"{len(watchers)} watchers were registered"


def _text(editor: Editor, path: str) -> str:
    return (editor.tree.read(f"{ROOT}/{path}") or b"").decode()


def _flat(wanted: Reader) -> tuple[int, int, int]:
    start, end = wanted.whole("range")
    return wanted["line"], start, end


def _line_range(place: Mapping[str, Any]) -> tuple[int, int, int]:
    return place["start"]["line"], place["start"]["character"], place["end"]["character"]


CHECKS = {
    "finding": _finding,
    "utf-16": _utf_16,
    "utf-8": _utf_8,
    "published": _published,
    "steps": _steps,
    "same_document": _same_document,
    "initialize_ms": _at_once,
}
COMPANIONS = ("within_ms", "first_hover_ms", "not_walked")
"""Keys whose meaning is compared together with another one's."""
