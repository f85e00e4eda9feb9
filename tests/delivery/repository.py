"""A real repository for a test."""

from __future__ import annotations

import hashlib
import os
import subprocess
from pathlib import Path

from guidechain import git

WHO = {f"GIT_{role}_{what}": "t@example.invalid" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}


class Repository:
    """A repository on the disk, with one commit of ``files``."""

    def __init__(self, root: Path, **files: str) -> None:
        self.root = root.resolve()
        self.root.mkdir(parents=True, exist_ok=True)
        self.git("init", "-q", "-b", "main")
        for name, text in files.items():
            self.write(name, text)
        self.commit()

    def git(self, *arguments: str) -> str:
        done = subprocess.run(
            ["git", "-c", "protocol.file.allow=always", *arguments],
            cwd=self.root, env={**os.environ, **WHO}, capture_output=True, text=True, check=True,
        )  # fmt: skip
        return done.stdout.strip()

    def write(self, name: str, text: str) -> None:
        (self.root / name).parent.mkdir(parents=True, exist_ok=True)
        (self.root / name).write_text(text)

    def commit(self) -> None:
        self.git("add", "-A")
        self.git("commit", "-qm", "step", "--allow-empty")

    def changes(self, base: str | None = "HEAD", *, staged: bool = False) -> str:
        top = str(self.root)
        before = git.content_at(top, git.commit_id(top, base) if base else None)
        found = git.changes(top, before, git.content_now(top, staged=staged))
        return "\n".join(f"{each.status[0].upper()} {each.kind} {each.path[len(top) + 1 :]}" for each in found)

    def fingerprint(self) -> str:
        """Of every file of the repository's own folder and of the tree: what reading must leave alone."""
        digest = hashlib.sha256()
        for path in sorted(self.root.rglob("*")):
            digest.update(str(path).encode() + (path.read_bytes() if path.is_file() else b""))
        return digest.hexdigest()
