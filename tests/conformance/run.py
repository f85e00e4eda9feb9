"""Run conformance cases: ``python tests/conformance/run.py [DIR ...]`` (default: the cases beside this file).

Prints each failing case with expected against actual and each case that is out of scope with its reason; ends with
``N passed, M failed, K out of scope``. Exit status 1 if any failed, 2 for a folder without cases.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from conformance.judge import HERE, Verdict, judge, known_gaps


def case_files(folders: Sequence[str]) -> list[Path]:
    """The case files in and below ``folders``, in the order of folders and names. Raises FileNotFoundError."""
    found = []
    for folder in folders or [str(HERE / "cases")]:
        files = sorted(Path(folder).rglob("*.json"))
        if not files:
            raise FileNotFoundError(f"{folder}: expected a folder that holds case files (*.json), found none")
        found += files
    return found


def main(folders: Sequence[str]) -> int:
    """Judge every case and print what a person needs; the exit status."""
    try:
        files = case_files(folders)
    except FileNotFoundError as error:
        print(error, file=sys.stderr)
        return 2
    gaps = known_gaps()
    verdicts = [_judged(path, gaps) for path in files]
    failed = [each for each in verdicts if each.problems]
    outside = [each for each in verdicts if each.out_of_scope and not each.problems]
    for verdict in outside:
        print(f"out of scope {verdict.id}: {verdict.out_of_scope}")
    for verdict in failed:
        print(f"FAILED {verdict.id}")
        for problem in verdict.problems:
            print(f"  {problem}")
    passed = len(verdicts) - len(failed) - len(outside)
    print(f"{passed} passed, {len(failed)} failed, {len(outside)} out of scope")
    return 1 if failed else 0


def _judged(path: Path, gaps: tuple[object, ...]) -> Verdict:
    try:
        return judge(path, gaps)  # type: ignore[arg-type]
    except Exception as error:  # noqa: BLE001  a case that breaks the host is a failed case, and the others still count
        return Verdict(path.stem, (f"{type(error).__name__}: {error}",))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
