"""The cases under pytest: one test for each, and the strictness of the judge itself."""

from __future__ import annotations

from pathlib import Path

import pytest
from conformance.judge import judge, known_gaps
from conformance.run import case_files

GAPS = known_gaps()


@pytest.mark.parametrize("path", case_files([]), ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    verdict = judge(path, GAPS)
    assert not verdict.problems, "\n".join(verdict.problems)
    if verdict.out_of_scope:
        pytest.xfail(verdict.out_of_scope)
