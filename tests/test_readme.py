"""The tables of README.md are what the code says. ``python tests/test_readme.py`` writes them anew."""

from __future__ import annotations

import contextlib
import io
import re
import tempfile
from pathlib import Path
from typing import get_args

from on_disk import lay_out

from guidechain.cli import COMMANDS, main
from guidechain.core.diagnostics import CHECKS
from guidechain.core.hosts import HOSTS
from guidechain.core.model import Why

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
SAMPLE = """
-- .git/ --
-- AGENTS.md --
-- CLAUDE.md --
@AGENTS.md
-- packages/api/AGENTS.md --
Rules of the API.
-- packages/api/src/routes.py --
"""


def table(*rows: tuple[str, ...]) -> str:
    head, *body = rows
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ("---",) * len(head), *body))


def summary(page: str | None) -> str:
    return " ".join((page or "").strip().split("\n\n")[0].split())


def blocks() -> dict[str, str]:
    """The generated parts of the README by name."""
    return {
        "example": example(),
        "hosts": table(
            ("id", "host", "verified on"),
            *((f"`{each.id}`", each.title, ", ".join(each.verified) or "its documentation") for each in HOSTS),
        ),
        "commands": table(("command", "does"), *((f"`guidechain {name}`", f"{words}") for name, words in COMMANDS)),
        "codes": table(
            ("code", "default severity", "what it finds", "range", "hosts"),
            *((f"`{each.CODE}`", each.SEVERITY, summary(each.__doc__), each.PLACE, each.CONCERNS) for each in CHECKS),
        ),
        "reasons": ", ".join(f"`{why}`" for why in get_args(Why)) + ".",
    }


def example() -> str:
    """What the first example of the README prints."""
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()) as printed:
        place = lay_out(SAMPLE, Path(folder))
        (place.root / "AGENTS.md").write_text("x" * 30_709)
        target = str(place.root / "packages/api/src/routes.py")
        main(["chain", target, "--root", str(place.root), "--home", str(place.home)])
    return f"```\n$ guidechain chain packages/api/src/routes.py\n{printed.getvalue()}```"


def with_blocks(text: str) -> str:
    for name, block in blocks().items():
        pattern = rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)"
        assert re.search(pattern, text, re.DOTALL), f"README.md has no place for {name}"
        text = re.sub(pattern, lambda found, block=block: f"{found[1]}{block}\n{found[2]}", text, flags=re.DOTALL)
    return text


def test_the_tables_are_up_to_date():
    text = README.read_text("utf-8")
    assert text == with_blocks(text), "run python tests/test_readme.py"


def test_the_settings_of_the_readme_are_in_force():
    from fixture import ROOT as WORKSPACE
    from fixture import parse

    from guidechain.core.snapshot import Snapshot
    from guidechain.settings import read_settings

    text = README.read_text("utf-8")
    examples = [each for each in re.findall(r"```toml\n(.*?)```", text, re.DOTALL) if "hosts =" in each]
    assert examples
    for example in examples:
        tree = parse("-- packages/api/ --").tree
        tree.write(f"{WORKSPACE}/guidechain.toml", example)
        found = read_settings(Snapshot(tree), WORKSPACE, codes=[check.CODE for check in CHECKS])
        assert [each.message for each in found.problems] == []


def test_links_of_the_documents_lead_somewhere():
    for page in (README, ROOT / "AGENTS.md", ROOT / "server" / "ARCHITECTURE.md", ROOT / "CHANGELOG.md"):
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


if __name__ == "__main__":
    README.write_text(with_blocks(README.read_text("utf-8")), "utf-8")
