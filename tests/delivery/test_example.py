"""The worked example of docs/delivery.md is what the command really says."""

from __future__ import annotations

import re
from pathlib import Path

from delivery.repository import Repository
from delivery.test_check import check

from guidechain import git, receipts
from guidechain.core.model import Receipt

PAGE = (Path(__file__).parent.parent.parent / "docs/delivery.md").read_text(encoding="utf-8")


def test_the_worked_example(tmp_path: Path):
    contract = re.search(r"```toml\n(.*?)```", PAGE, re.DOTALL)[1]
    shown = re.search(r"\$ guidechain check --scope payments\n(.*?)```", PAGE, re.DOTALL)[1]
    files = {
        name: f"{name}\n" for name in ("src/payments/pay.ts", "src/generated/client.ts", ".github/workflows/ci.yml")
    }
    repository = Repository(tmp_path / "repo", **{"guidechain.toml": contract, **files})
    top = str(repository.root)
    tree = git.content_now(top).tree
    receipts.write_receipt(f"{top}/.git", Receipt("test", "pnpm test:payments", "", "passed", 0, 9.5, tree, tree))
    repository.git("mv", "src/generated/client.ts", "src/payments/client.ts")
    repository.write(".github/workflows/ci.yml", "other\n")
    repository.write("src/payments/pay.ts", "other\n")
    done = check(repository, "--scope", "payments")
    assert done.returncode == 1
    assert re.sub(r"[0-9a-f]{10}", "5412d4e205", done.stdout) == shown
