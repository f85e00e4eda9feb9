"""What reading a sentence gives: claims, path groups with their roles, and bans whose object is still to be found."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from guidechain.core.guards.bans import Side
from guidechain.core.guards.verbs import Act
from guidechain.core.lazy_regex import lazy_regex
from guidechain.core.model import Level

Refers = Literal["", "earlier", "following", "self", "folder", "generic"]
"""Where the object stands when the sentence does not name it."""


@dataclass(frozen=True)
class Claim:
    """What a sentence says of ``paths`` (positions in the flat text); ``allow``: they alone may be edited.

    ``start`` and ``end`` bound the words that say so. Without paths, ``refers`` says where to look for them: for one
    that holds the word ``named``, for ``every`` one of the sentence ("these files"). ``above`` is the heading or the
    introduction that speaks of a listed path.
    """

    start: int
    end: int
    paths: tuple[int, ...] = ()
    level: Level = "forbid"
    acts: tuple[Act, ...] = ("edit",)
    except_: tuple[int, ...] = ()
    existing: bool = False
    allow: bool = False
    refers: Refers = ""
    named: str = ""
    every: bool = False
    above: str = ""


@dataclass(frozen=True)
class Group:
    """Paths joined by commas and conjunctions."""

    start: int
    end: int
    paths: tuple[int, ...]


_HEAD = lazy_regex(
    r"\s*(?:$|[^\sa-z/]|(?:and|or|but|by|in|on|under|from|with|for|to|at|so|do|don|never|cannot|"
    r"(?:must|should|may|can|will|shall)(?:n['’]t)?|without|which|that|also|not|except|as|it|they|then|are|were|have|get|come|live|hold|contain|stay|remain|"
    r"belong|files?|folders?|director(?:y|ies)|trees?|pages?|subdirectories)\b|\w+(?:s|ed|ly)\b)"
)
"""What may follow a path that is itself the thing spoken of, and not the first half of a name such as "P commands"."""


@dataclass(frozen=True)
class Sentence:
    """A read sentence: its text with quotes blanked, path groups with their roles, claims."""

    start: int
    text: str
    groups: tuple[Group, ...] = ()
    roles: tuple[str, ...] = ()
    claims: tuple[Claim, ...] = ()
    exceptions: tuple[int, ...] = field(default=())

    def topics(self, before: int | None = None, *, heads: bool = False) -> list[Group]:
        """Groups that the sentence is about, not those that something comes from or that are the way to go; ``heads``:
        only those that are no first half of a longer English name."""
        return [
            group
            for group, role in zip(self.groups, self.roles, strict=True)
            if role == "topic"
            and (before is None or group.end <= before)
            and (not heads or _HEAD.match(self.text, group.end))
        ]

    def outputs(self) -> list[Group]:
        """Groups that something is written to."""
        return [group for group, role in zip(self.groups, self.roles, strict=True) if role == "output"]


@dataclass(frozen=True)
class Match:
    """Words that ban, with the side on which their object stands, or the stretch (``object``) that holds it.

    ``foreign``: of another language than English, where nouns around paths are not judged.
    """

    start: int
    end: int
    level: Level
    acts: tuple[Act, ...]
    side: Side
    object: tuple[int, int] | None = None
    existing: bool = False
    foreign: bool = False
