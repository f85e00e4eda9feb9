"""YAML values. The library is loaded only for what is more than a key with plain or quoted texts.

Most rule files hold just that, and the library costs 20 ms to load and 2 ms for each of them.
"""

from __future__ import annotations

import re

_TEXT = r"""(?:"[^"\\]*"|'[^']*'|[A-Za-z_][\w./*{},@+-]*[\w/*}])"""
_ENTRY = re.compile(rf"(?P<key>[a-z]+):(?: +(?P<text>{_TEXT}))?(?P<items>(?:\n *- +{_TEXT})*)\n*")
_ITEM = re.compile(rf"\n( *)- +({_TEXT})")
_NO_TEXT = frozenset(("y", "n", "yes", "no", "on", "off", "true", "false", "null"))


def load_yaml(text: str) -> object:
    """The value of a YAML document. Raises ``ValueError`` for what is none."""
    simple = _simple(text)
    if simple is not None:
        return simple
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    try:
        return YAML(typ="safe", pure=True).load(text)
    except (YAMLError, RecursionError) as error:
        raise ValueError(str(error)) from None


def _simple(text: str) -> dict[str, object] | None:
    """One key with a text or a list of texts, in printable ASCII; None for anything else."""
    found = _ENTRY.fullmatch(text) if text.isascii() and text.replace("\n", "").isprintable() else None
    if not found or (found["text"] is None) is (found["items"] == ""):
        return None
    items = _ITEM.findall(found["items"])
    words = [found["text"], *(word for _, word in items)]
    if len({indent for indent, _ in items}) > 1 or any(word and word.lower() in _NO_TEXT for word in words):
        return None
    values = [_unquoted(word) for word in words if word]
    return {found["key"]: values[0] if found["text"] else values}


def _unquoted(word: str) -> str:
    return word[1:-1] if word[0] in "\"'" else word
