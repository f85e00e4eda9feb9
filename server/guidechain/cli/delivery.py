"""What ``check`` and ``run`` share: the repository, the contract that judges, and the change that is judged."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import IO, Any

from guidechain import git, machine, receipts, workspace
from guidechain.checks import INTERRUPTED, run_check
from guidechain.cli import UsageError
from guidechain.core import paths
from guidechain.core.change_list import listed_paths
from guidechain.core.confined import Confined
from guidechain.core.model import Broken, Changed, Contract, Receipt, RequiredCheck, Scope, Settings
from guidechain.core.path_rules import same_spelling
from guidechain.core.snapshot import FileSystem, Snapshot
from guidechain.revision import Revision
from guidechain.settings import FILE, read_settings


@dataclass(frozen=True)
class World:
    """One content of the repository, as snapshot and settings."""

    snapshot: Snapshot
    settings: Settings


@dataclass(frozen=True)
class Change:
    """What is judged. ``before`` and ``after`` are None where there is no git; ``since`` says in words what was
    compared with what."""

    top: str
    changed: tuple[Changed, ...]
    before: git.Content | None
    after: git.Content | None
    since: str


@dataclass(frozen=True)
class Judge:
    """What judges a change: the ``worlds`` whose guidance does, the ``contract``, and what must be said about them."""

    worlds: tuple[World, ...]
    contract: Contract
    notes: tuple[Broken, ...]


def roots(written: str | None) -> tuple[str, str | None]:
    """The workspace root for ``--root`` (else the git root, else the current folder) and the git root, if any."""
    here = machine.absolute(written) if written else machine.current_folder()
    if workspace.Disk().entry(here).kind != "directory":
        raise UsageError(f"--root: expected a folder, found none at {written!r}")
    top = git.toplevel(here)
    return (workspace.Disk().entry(here).real if written else top or here), top


def world(root: str, top: str | None, files: FileSystem) -> World:
    """``files`` with the settings that they hold for ``root``. Only the repository at ``top`` judges, on every machine
    alike: no home folder, no variables, nothing above it."""
    snapshot = Snapshot(Confined(files, (root, top) if top else (root,)))
    return World(snapshot, read_settings(snapshot, root, platform=machine.platform()))


def change(root: str, top: str | None, base: str | None, staged: bool, listing: str | None) -> Change:
    """The change that the options describe. Raises GitError and UsageError where it cannot be known."""
    if top is None:
        if listing is None:
            raise UsageError(f"{root} is in no git repository; expected one, or the paths by --files-from")
        return Change(root, _listed(listing, root, None), None, None, "the list")
    commit = git.merge_base(top, base) if base is not None else git.commit_id(top, "HEAD")
    before = git.content_at(top, commit)
    after = git.content_now(top, staged=staged)
    name = f"{commit[:10]}" if commit else "an empty repository"
    if listing is not None:
        return Change(top, _listed(listing, top, before), before, after, f"the list, with {name}")
    what = "the index" if staged else "the work tree"
    rows = {each.path: each for each in git.changes(top, before, after)}
    if base is not None:
        # What is committed is delivered, also where the work tree has taken it back meanwhile.
        committed = git.changes(top, before, git.content_at(top, "HEAD"))
        rows = {**{each.path: each for each in committed}, **rows}
    changed = _known((rows[path] for path in sorted(rows)), top, before)
    return Change(top, changed, before, after, f"{what} against {name}")


def judge(root: str, found: Change, now: World, *, base_is_named: bool) -> Judge:
    """What judges the change: contract and guidance of the base revision wherever it has a usable contract, since a
    change cannot loosen its own judge. Raises UsageError without a usable contract, or where the list says that the
    contract changed while the base (``base_is_named``: not just HEAD) holds the same one."""
    refuse_problems(now)
    if found.before is None:
        return Judge((now,), contract_of(now), ())
    base = world(root, found.top, Revision(found.top, found.before, workspace.Disk()))
    then, own = base.settings.contract, now.settings.contract
    ways = {base.snapshot.entry(then.path).real, then.path} if then else set()
    ways |= {now.snapshot.entry(own.path).real, own.path} if own else set()
    named = [each.path for each in found.changed if each.path in ways]
    is_same = then is not None and own is not None and _text(base, then) == _text(now, own)
    if is_same and named and not base_is_named and any(each.status == "listed" for each in found.changed):
        raise UsageError(
            "--files-from: the list says that the contract changed, and HEAD holds the same one; name the revision "
            "that the work left by --base, so that its contract judges"
        )
    if then is None or base.settings.problems:
        contract = contract_of(now)
        why = "has no contract" if then is None else "has a contract that cannot be read whole"
        message = f"the base {why}; this delivery is judged by the one that it brings"
        return Judge((now, base), contract, (_about_contract("judged-by-itself", message, contract, named),))
    message = "the contract itself is changed here; this delivery is judged by the contract of its base"
    notes = () if is_same else (_about_contract("judged-by-base", message, then, named),)
    return Judge((base,), then, notes)


def _text(found: World, contract: Contract) -> tuple[str, bytes | None]:
    return contract.path, found.snapshot.read(contract.path)


def _about_contract(rule: Any, message: str, contract: Contract, named: list[str]) -> Broken:
    path = named[0] if named and contract.path not in named else contract.path
    return Broken(rule, message, contract.path, contract.span, path=path)


def refuse_problems(found: World) -> None:
    """A configuration that cannot be read whole judges nothing. Raises UsageError."""
    for problem in found.settings.problems:
        place = f"{paths.shown(problem.path, found.settings.root, None)}:{problem.span.start.line + 1}"
        raise UsageError(f"{place}: {problem.message}; nothing can be judged until this is mended")


def contract_of(found: World) -> Contract:
    """The contract of ``found``. Raises UsageError when there is none, or none of its tables says anything."""
    contract = found.settings.contract
    if contract is None:
        raise UsageError(
            f"there is no contract; expected [[guard]], [[scope]], [checks.NAME] or [delivery] in {FILE} at "
            f"{found.settings.root}"
        )
    return contract


def scope_of(contract: Contract, name: str | None) -> Scope | None:
    """The scope that ``--scope`` names; without it the only one. Raises UsageError where that is not clear."""
    names = ", ".join(scope.name for scope in contract.scopes) or "none"
    if name is None and len(contract.scopes) > 1:
        raise UsageError(f"the contract has several scopes; name one by --scope: {names}")
    found = [scope for scope in contract.scopes if name in (None, scope.name)]
    if name is not None and not found:
        raise UsageError(f"--scope: expected one of the contract's scopes ({names}), found {name!r}")
    return found[0] if found else None


def run_and_say(root: str, top: str, check: RequiredCheck, output: IO[str]) -> Receipt:
    """Run ``check``, keep its receipt and say on stderr what happens. Raises KeyboardInterrupt when it was told to end,
    so that none after it is run."""
    where = f" (in {check.cwd})" if check.cwd else ""
    print(f"guidechain: {check.name}: {check.run}{where}", file=sys.stderr, flush=True)
    receipt, changed = run_check(root, top, check, output, say_progress)
    receipts.write_receipt(git.git_folder(top), receipt)
    say_result(receipt, changed)
    if receipt.reason == INTERRUPTED:
        raise KeyboardInterrupt
    return receipt


def say_result(receipt: Receipt, changed: tuple[str, ...]) -> None:
    """Say on stderr how a check ended, and which paths it changed."""
    how = "passed" if receipt.status == "passed" else f"failed ({receipt.reason or f'exit status {receipt.exit}'})"
    print(f"guidechain: {receipt.name}: {how} in {receipt.seconds:.1f} s", file=sys.stderr)
    if changed:
        some = ", ".join(changed[:5]) + (f" and {len(changed) - 5} more" if len(changed) > 5 else "")
        print(
            f"guidechain: {receipt.name} changed the tree while it ran ({some}), so its result does not hold for "
            "what is there now; let git ignore what it writes, or run it again",
            file=sys.stderr,
        )


def say_progress(seconds: float) -> None:
    """Say on stderr that a long check is alive."""
    print(f"guidechain: still running after {seconds:.0f} s", file=sys.stderr)


def _listed(listing: str, top: str, before: git.Content | None) -> tuple[Changed, ...]:
    """The paths of a list, relative to ``top``; an empty list cannot be told from one that failed."""
    disk = workspace.Disk()
    if listing == "-":
        content: bytes | None = sys.stdin.buffer.read()
    else:
        path = machine.absolute(listing)
        content = disk.read(path)
        if content is not None and len(content) < disk.entry(path).size:
            content = None
    if content is None:
        raise UsageError(f"--files-from: {listing!r} cannot be read; expected a file, or - for standard input")
    try:
        written = listed_paths(content)
    except ValueError as error:
        raise UsageError(f"--files-from: {error}") from None
    if not written:
        raise UsageError("--files-from: the list is empty; expected at least one path")
    found: dict[str, Changed] = {}
    for each in written:
        plain = paths.join(top, each)
        through = disk.entry(each if paths.is_absolute(each) else f"{top}/{each}").real
        if not paths.is_below(plain, top) and paths.is_below(through, top):
            plain = through  # An absolute path by another name of the repository.
        # "link/../x" is one file by its text and may be another one on the disk.
        for path in (plain, *([through] if ".." in each.split("/") else [])):
            new = before is not None and _below(path, top) not in before.entries
            found[path] = Changed(path, "added" if new else "listed")
    return tuple(found.values()) if before is None else _known(found.values(), top, before)


def _known(changed: Iterable[Changed], top: str, before: git.Content) -> tuple[Changed, ...]:
    """A file added under another spelling of a known one is that one on some disks: nothing new."""
    known = {same_spelling(name) for name in before.entries}
    return tuple(
        replace(each, status="modified")
        if each.status == "added" and same_spelling(_below(each.path, top)) in known
        else each
        for each in changed
    )


def _below(path: str, top: str) -> str:
    return paths.relative(path, top) if paths.is_below(path, top) else path
