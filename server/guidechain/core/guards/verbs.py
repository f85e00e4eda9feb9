"""The verbs of the grammar with the acts that they stand for, negations, and who may be told not to."""

from __future__ import annotations

import re
from typing import Literal

from guidechain.core.lazy_regex import lazy_regex

Act = Literal["edit", "delete", "rename", "commit", "read", "create"]


_FORMS: dict[Act, tuple[tuple[str, str, str], ...]] = {
    "edit": (
        ("(?:hand[- ])?edit", "(?:hand[- ])?editing", "(?:hand[- ])?edited"),
        ("(?:hand[- ])?modify", "modifying", "modified"),
        ("change", "changing", "changed"),
        ("touch", "touching", "touched"),
        ("alter", "altering", "altered"),
        ("tweak", "tweaking", "tweaked"),
        ("(?:over|re)write", "(?:over|re)writing", "(?:over|re)written"),
        ("update", "updating", "updated"),
        ("patch", "patching", "patched"),
        ("adjust", "adjusting", "adjusted"),
        ("amend", "amending", "amended"),
        ("mutate", "mutating", "mutated"),
        ("refactor", "refactoring", "refactored"),
        ("reformat", "reformatting", "reformatted"),
        ("mess with", "messing with", "messed with"),
        ("tamper with", "tampering with", "tampered with"),
        ("fiddle with", "fiddling with", "fiddled with"),
        ("write (?:in)?to", "writing (?:in)?to", "written to"),
        (
            "(?:make|propose|suggest) (?:any )?(?:manual )?(?:changes|edits) (?:to|in|under)",
            "(?:making|proposing|suggesting) (?:any )?changes (?:to|in|under)",
            "hand-written",
        ),
    ),
    "delete": (("delete", "deleting", "deleted"), ("remove", "removing", "removed"), ("erase", "erasing", "erased")),
    "rename": (("rename", "renaming", "renamed"), ("move", "moving", "moved"), ("relocate", "relocating", "relocated")),
    "commit": (
        ("(?:git )?commit", "committing", "committed"),
        ("check in", "checking in", "checked in"),
        ("stage", "staging", "staged"),
        ("git add", "adding to git", "added to git"),
    ),
    "read": (
        ("read", "reading", "read"),
        ("open", "opening", "opened"),
        ("grep", "grepping", "grepped"),
        ("search", "searching", "searched"),
        ("cat", "catting", "catted"),
        ("view", "viewing", "viewed"),
        ("inspect", "inspecting", "inspected"),
        ("look (?:at|into|inside)", "looking (?:at|into|inside)", "looked at"),
    ),
    "create": (
        (
            "(?:create|add|put|place) (?:new )?(?:files|anything|code|things) (?:in|under|to|into)",
            "adding files to",
            "added to",
        ),
    ),
}
"""Base form, -ing form and participle of the verbs of each act."""


def forms(form: int) -> str:
    """Every verb in one form, for a regular expression."""
    return "|".join(sorted((verb[form] for verbs in _FORMS.values() for verb in verbs), key=len, reverse=True))


OTHERS = (
    "add|create|extend|copy|replace|reorder|run|use|import",
    "adding|creating|copying|replacing",
    "added|created|copied|replaced",
)
"""Verbs that may stand in a list beside the others and forbid nothing by themselves."""


def listed(form: int) -> str:
    """One verb or several: ``edit, move or delete``."""
    adverb = r"(?:/[a-z]+(?= as\b))?(?:\s+(?:directly|manually|by hand))?"
    others = rf"(?:(?:{OTHERS[form]})(?:\s*[,/]\s*(?:or\s+)?|\s+(?:or|and|nor)\s+))*"
    return (
        rf"{others}(?:(?:\w+,\s+){{1,4}}(?:or|nor|"
        rf"and)\s+)?(?:{forms(form)}){adverb}(?:(?:\s*[,/]\s*(?:or\s+|nor\s+|and\s+)?|\s+(?:or|nor|"
        rf"and)\s+)(?:{forms(form)}){adverb})*\b"
    )


ADVERB = (
    r"(?:(?:ever|manually|directly|also|please|even|hand|simply|under any circumstances|personally|"
    r"yourself)\s+)*"
)


NEG = (
    r"(?:do not|don['’]?t|never|must(?: not|n['’]t)|must never|should(?: not|n['’]t)|should never(?: need to| "
    r"have to)?|never (?:need|have) to|may not|may never|"
    r"(?:you|we|agents?|one|contributors?) can(?: ?not|['’]t)|(?:nobody|no one|no agent|none of you) (?:should|"
    r"may|must|can|is allowed to)(?: ever)?|can never|shall not|shall never|"
    r"(?:under no circumstances|at no (?:time|point)|in no case)(?: (?:should|must|may|shall|do|can))?(?: "
    r"(?:you|we|anyone|agents?|one))?(?: ever)?|(?:is |are )?(?:not|never) (?:allowed|permitted|supposed) to|"
    r"(?:is |are )?(?:forbidden|prohibited) (?:to|from)|not to|nor(?: should you)?)"
)


SUBJECT = lazy_regex(
    r"(?:^\s*|[^\w\s\ue000-\ue002]\s*|\ue000\s+|\bit['’]s\s+|\b(?:you|we|i|agents?|anyone|everyone|one|please|and|or|but|also|then|"
    r"so|always|just|developers?|contributors?|maintainers?|"
    r"engineers?|humans?|people|claude|codex|copilot|gemini|cursor|llms?|assistants?|ai|bots?|role|subagents?|"
    r"to|however|therefore|instead|should|note|"
    r"important|warning|directly|thus|hence|otherwise|must|tools)\s+)$"
)
"""What may stand right before a ban with an active verb: another subject speaks of what some code does."""


def acts_of(words: str) -> tuple[Act, ...]:
    """The acts that the verbs ``words`` forbid; editing when none is known."""
    found = []
    for act, verbs in _FORMS.items():
        if any(re.search(rf"\b(?:{'|'.join(verb)})\b", words) for verb in verbs):
            found.append(act)
    return tuple(found) or ("edit",)
