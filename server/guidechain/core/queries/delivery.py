"""The delivery check: whether a change keeps a contract. Pure: what changed and which checks ran are handed in.

Every rule is asked about every name of a changed path: as listed, and with links resolved. A guard comes from
anywhere (the contract, a host's settings, a sentence, a mark in a file); its origin and level decide whether a broken
one fails the delivery or warns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from guidechain.core import paths
from guidechain.core.frozen import dataclass
from guidechain.core.model import Broken, Changed, Contract, Guard, Receipt, RequiredCheck, Scope, Verdict
from guidechain.core.path_rules import Decision, ban, permission
from guidechain.core.queries.guards import covered_name, is_about
from guidechain.core.snapshot import Snapshot

LONGEST = 200
"""Characters of a sentence that a message quotes; its place is named beside it."""


@dataclass(frozen=True)
class Delivery:
    """What is judged: the changed paths, the folder ``top`` that none may leave, the fingerprint ``tree`` of the
    content, and the latest receipt of each check by name."""

    top: str
    changed: tuple[Changed, ...]
    tree: str
    receipts: Mapping[str, Receipt]


def verify(
    snapshot: Snapshot, contract: Contract, scope: Scope | None, guards: Iterable[Guard], delivery: Delivery
) -> Verdict:
    """Judge ``delivery`` by ``contract``, its ``scope`` and all ``guards`` (those of the contract included).

    ``snapshot`` is the tree as delivered; it is asked only where links lead.
    """
    judged = (
        guard
        for guard in guards
        if guard.origin == "contract" or (guard.origin != "tool" and contract.prose != "ignore")
    )
    every = [*judged, *([scope.forbid] if scope and scope.forbid else [])]
    allow = permission(scope.allow, anchored=True) if scope and scope.allow is not None else None
    failures: list[Broken] = []
    warnings: list[Broken] = []
    clean: list[str] = []
    for changed in delivery.changed:
        names = _names(snapshot, changed)
        found = _agreed(_forbidden(snapshot, every, changed, names), paths.parent(contract.path))
        failing = [broken for broken in found if _fails(broken, contract)]
        # One cause, one failure; and one warning where nothing fails.
        failing = failing or list(_outside(snapshot, contract, scope, allow, delivery.top, changed, names))
        failures += failing
        warnings += sorted(found, key=_level)[: not failing]
        if not found and not failing:
            clean.append(changed.path)
    required = [check for check in contract.checks if is_required(contract, check, delivery.changed)]
    failures += (broken for check in required for broken in _unproved(contract, check, delivery))
    return Verdict(tuple(failures), tuple(warnings), tuple(_evidence(contract, scope, every, delivery)), tuple(clean))


def is_required(contract: Contract, check: RequiredCheck, changed: Iterable[Changed]) -> bool:
    """Whether the change asks for ``check``: always, or because one of its ``when`` patterns covers a path."""
    base, covers = paths.parent(contract.path), ban(check.when)
    return not check.when or any(
        paths.is_below(each.path, base) and covers(paths.relative(each.path, base)) is not None for each in changed
    )


def _names(snapshot: Snapshot, changed: Changed) -> tuple[str, ...]:
    """Every name of what was changed. A link that git lists is itself what changed; a path from elsewhere may
    have been written through the link."""
    folder = snapshot.entry(paths.parent(changed.path)).real
    itself = paths.join(folder, paths.name(changed.path))
    through = () if changed.kind == "link" else (snapshot.entry(changed.path).real,)
    return tuple(dict.fromkeys((changed.path, itself, *through)))


def _forbidden(
    snapshot: Snapshot, guards: Iterable[Guard], changed: Changed, names: tuple[str, ...]
) -> Iterator[Broken]:
    for guard in guards:
        relevant = guard.level != "note" and is_about(guard, _ACTS[changed.status])
        found = covered_name(snapshot, guard, names) if relevant else None
        if found is None:
            continue
        name, index = found
        span = guard.places[index] if index < len(guard.places) else guard.span
        doing = {"added": "was added", "deleted": "was deleted"}.get(changed.status, "was changed")
        through = "" if name == changed.path else f" (it is {paths.relative(name, guard.base)})"
        said = f": {_short(guard.sentence)}" if guard.sentence.strip() else ""
        instead = f"; instead: {guard.instead}" if guard.instead else ""
        message = f"{doing}{through}; `{guard.patterns[index]}` {_VERBS[guard.level]}{said}{instead}"
        yield Broken("forbidden", message, guard.path, span, path=changed.path, guard=guard)


def _short(sentence: str) -> str:
    words = " ".join(sentence.split())
    return words if len(words) <= LONGEST else words[: LONGEST - 1].rsplit(" ", 1)[0] + " …"


_ACTS = {"added": "create", "modified": "edit", "deleted": "delete", "listed": "edit"}
_LEVELS = ("forbid", "ask", "avoid", "note")
_VERBS = {"forbid": "is off limits", "ask": "needs an approval first", "avoid": "should be left alone"}


def _outside(
    snapshot: Snapshot,
    contract: Contract,
    scope: Scope | None,
    allow: Decision | None,
    top: str,
    changed: Changed,
    names: tuple[str, ...],
) -> Iterator[Broken]:
    base = paths.parent(contract.path)
    span = scope.allow_span if scope else contract.span
    leaving = [name for name in names if not paths.is_below(name, top)]
    if leaving:
        how = "leads" if leaving[0] == changed.path else f"is a way to {leaving[0]}, which lies"
        yield Broken("outside-scope", f"{how} out of the repository", contract.path, span, path=changed.path)
    elif scope and changed.kind == "link" and not paths.is_below(snapshot.entry(changed.path).real, top):
        message = f"is a link that leads out of the repository, to {snapshot.entry(changed.path).real}"
        yield Broken("outside-scope", message, contract.path, span, path=changed.path)
    elif scope and allow:
        ending = "/" if changed.kind == "submodule" else ""
        for name in names:
            if not paths.is_below(name, base) or allow(paths.relative(name, base) + ending) is None:
                through = "" if name == changed.path else f" (it is {paths.shown(name, base, None)})"
                allowed = ", ".join(scope.allow or ()) or "nothing"
                message = f"lies outside the scope {scope.name}{through}, which allows {allowed}"
                yield Broken("outside-scope", message, contract.path, span, path=changed.path)
                return


def _agreed(found: Iterable[Broken], base: str) -> list[Broken]:
    """``found`` with the guards that stand outside the contract in one: what guidance says in several places is one
    rule to break. The strictest speaks, and of these one that knows what to do instead."""
    rows = list(found)
    told = sorted(
        (each for each in rows if each.guard and each.guard.origin != "contract"),
        key=lambda each: (_level(each), not (each.guard and each.guard.instead)),
    )
    if len(told) < 2:
        return rows
    more = ", ".join(f"{paths.shown(each.source, base, None)}:{each.span.start.line + 1}" for each in told[1:])
    return [*(each for each in rows if each not in told), replace(told[0], message=f"{told[0].message} (also {more})")]


def _level(broken: Broken) -> int:
    return _LEVELS.index(broken.guard.level) if broken.guard else 0


def _fails(broken: Broken, contract: Contract) -> bool:
    guard = broken.guard
    if guard is None:
        return True
    # What a host's settings deny binds that host's agent; a delivery may hold the same change by other hands.
    return guard.level == "forbid" and (
        guard.origin == "contract" or (guard.origin == "prose" and contract.prose == "fail")
    )


def _unproved(contract: Contract, check: RequiredCheck, delivery: Delivery) -> Iterator[Broken]:
    """At most one reason why ``check`` is not known to pass for this very content."""
    where = f" in {check.cwd}" if check.cwd else ""
    again = f"run: guidechain run {check.name}"
    receipt = delivery.receipts.get(check.name)

    def broken(rule: object, message: str) -> Broken:
        return Broken(rule, message, contract.path, check.span, check=check.name)  # type: ignore[arg-type]

    if receipt is None:
        yield broken("check-missing", f"`{check.run}`{where} has no result; {again}")
    elif receipt.run != check.run or receipt.cwd != check.cwd:
        was = f" in {receipt.cwd}" if receipt.cwd else ""
        yield broken(
            "check-stale", f"the result is that of `{receipt.run}`{was}, required is `{check.run}`{where}; {again}"
        )
    elif receipt.status == "skipped":
        why = f": {receipt.reason}" if receipt.reason else ""
        yield broken("check-skipped", f"`{check.run}`{where} was skipped{why}; {again}")
    elif receipt.tree != delivery.tree:
        yield broken("check-stale", f"`{check.run}`{where} {_past(receipt)}, but on other content than this; {again}")
    elif receipt.status != "passed" or receipt.exit != 0:
        yield broken("check-failed", f"`{check.run}`{where} {_past(receipt)}; {again}")


def _past(receipt: Receipt) -> str:
    if receipt.status == "passed":
        return "passed"
    return f"failed with exit status {receipt.exit}" if receipt.exit is not None else f"failed: {receipt.reason}"


def _evidence(contract: Contract, scope: Scope | None, guards: list[Guard], delivery: Delivery) -> Iterator[str]:
    number = len(delivery.changed)
    yield f"{number} changed path{'s' * (number != 1)}" if number else "nothing changed"
    yield f"{len(guards)} guard{'s' * (len(guards) != 1)}" + (f", scope {scope.name}" if scope else "")
    for check in contract.checks:
        receipt = delivery.receipts.get(check.name)
        if not is_required(contract, check, delivery.changed):
            yield f"{check.name}: not required for this change"
        elif receipt and receipt.status == "passed" and receipt.tree == delivery.tree:
            yield f"{check.name}: `{receipt.run}` passed on this content in {receipt.seconds:.1f} s"
