"""YAML values. The library is loaded only for what is more than keys with plain or quoted texts.

Most rule files hold just that, and the library costs 20 ms to load and 2 ms for each of them.
"""

from __future__ import annotations

import re
from typing import Any

_TEXT = r"""(?:"[^"\\\n]*"|'[^'\n]*'|[A-Za-z_](?:[\w ./*{},@+()-]*[\w/*}.)])?)"""
_ENTRY = re.compile(rf"(?P<key>[A-Za-z_-]+):(?: +(?P<text>{_TEXT}))?(?P<items>(?:\n *- +{_TEXT})*)(?:\n+|\Z)")
_ITEM = re.compile(rf"\n( *)- +({_TEXT})")
_NO_TEXT = frozenset(("y", "n", "yes", "no", "on", "off", "true", "false", "null"))
_LOOSE = re.compile(r"""(?P<quoted>"[^"\n]*"|'[^'\n]*')|(?P<tag>(?<=[\[,\s])!\w[^\s,\]}]*)|\t""")
"""What the library refuses and Claude Code does not: tags in brackets, tabs."""
_COMMENT = re.compile(r"\s*,#")
_DEPTH = 20
"""Deeper values are dropped: an anchor may hold itself."""
_OTHER = ("null", "bool", "int", "float")


def load_yaml(text: str) -> object:
    """The value of a YAML document as texts, lists and mappings; any other scalar is None.

    As Claude Code was seen to read it: of a repeated key the last one counts, dates are texts, a tag of its own makes a
    text or nothing, tabs count as blanks, what stands in brackets is indented, a comment has a blank before it. Raises
    ``ValueError`` for what is none.
    """
    simple = _simple(text)
    if simple is not None:
        return simple
    loose = _LOOSE.sub(lambda found: found["quoted"] or ("''" if found["tag"] else "  "), text)
    try:
        return _read(text)
    except ValueError:
        if loose == text:
            raise
    return _read(loose)


def _read(text: str) -> object:
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    try:
        node = YAML(typ="safe", pure=True).compose(text)
        return _value(node, 0, text) if node else None
    except (YAMLError, RecursionError) as error:
        raise ValueError(str(error)) from None


def _value(node: Any, depth: int, text: str) -> object:
    if depth > _DEPTH:
        return None
    if str(node.tag).startswith("!") and not re.fullmatch(r"!(?:\w[^\[\]{},]*)?", str(node.tag)):
        raise ValueError(f"{node.tag} is no tag")
    bracketed = node.flow_style if node.id != "scalar" else False
    if (bracketed or (node.id == "scalar" and node.style in ("'", '"'))) and text.startswith("#", node.end_mark.index):
        raise ValueError("a comment needs a blank before it")
    if node.id == "sequence":
        if node.flow_style and any(_COMMENT.match(text, each.end_mark.index) for each in node.value):
            raise ValueError("a comment needs a blank before it")
        if node.flow_style and any(each.start_mark.column == 0 for each in node.value):
            raise ValueError("what stands in brackets must be indented")
        return [_value(each, depth + 1, text) for each in node.value]
    if node.id == "mapping":
        pairs = [(_value(key, depth + 1, text), _value(value, depth + 1, text)) for key, value in node.value]
        return {key: value for key, value in pairs if isinstance(key, str)}
    return None if str(node.tag).rpartition(":")[2] in _OTHER else node.value


def _simple(text: str) -> dict[str, object] | None:
    """Keys with a text or a list of texts, in printable ASCII; None for anything else."""
    if not text.isascii() or not text.replace("\n", "").isprintable():
        return None
    found: dict[str, object] = {}
    at = len(text) - len(text.lstrip("\n"))
    while at < len(text):
        entry = _ENTRY.match(text, at)
        if not entry or (entry["text"] is None) is (entry["items"] == ""):
            return None
        items = _ITEM.findall(entry["items"])
        words = [entry["text"], *(word for _, word in items)]
        if len({indent for indent, _ in items}) > 1 or any(word and word.lower() in _NO_TEXT for word in words):
            return None
        values = [_unquoted(word) for word in words if word]
        found[entry["key"]] = values[0] if entry["text"] else values
        at = entry.end()
    return found or None


def _unquoted(word: str) -> str:
    return word[1:-1] if word[0] in "\"'" else word
