"""Handles, decorators and packages are no files that somebody misses; misspelt paths are."""

from __future__ import annotations

import pytest
from fixture import ROOT, absolute, parse

from guidechain.core.hosts.claude_code import HOST
from guidechain.core.model import Launch
from guidechain.core.queries.chains import file_chain
from guidechain.core.snapshot import Snapshot


@pytest.mark.parametrize(
    "words, missed",
    [
        ("@octocat reviews", []),
        ("use @scope/pkg and @dataclass", []),
        ("see @docs/gone.md", ["docs/gone.md"]),
        ("see @./gone", ["gone"]),
        ("see @pkg/gone.py", ["pkg/gone.py"]),
    ],
)
def test_a_chain_misses_files_and_no_words(words: str, missed: list[str]) -> None:
    snapshot = Snapshot(parse(f"-- CLAUDE.md --\n{words}\n-- pkg/x.py --\n").tree)
    chain = file_chain(snapshot, HOST, Launch(ROOT), absolute("pkg/x.py"), ("read",))
    assert [each.path.removeprefix(f"{ROOT}/") for each in chain.not_loaded] == missed
