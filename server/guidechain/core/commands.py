"""Command lines as text: what they are for, their parts and folders. Nothing here runs one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from guidechain.core import paths
from guidechain.core.guards.flat import PROGRAMS

KINDS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "lint",
        re.compile(
            r"\b(?:lint\w*|eslint|clippy|detekt|golangci-lint|ruff check|flake8|pylint|shellcheck|stylelint|"
            r"oxlint|ktlint|vet|rubocop|credo|biome (?:check|lint)|checkstyle|actionlint|hadolint|"
            r"pre-commit)\b|[:_-]lint\b"
        ),
    ),
    (
        "typecheck",
        re.compile(
            r"\b(?:typecheck\w*|type-check|check[:_-]types|types?[:_-]check|types|mypy|pyright|tsc|vue-tsc|"
            r"svelte-check|flow check|dialyzer|basedpyright|ty check|cargo check)\b"
        ),
    ),
    (
        "format",
        re.compile(
            r"\b(?:fmt|format\w*|prettier|black|gofmt|rustfmt|isort|ruff format|spotless\w*|swiftformat|"
            r"clang-format|cs[:_-]fix)\b"
        ),
    ),
    (
        "setup",
        re.compile(
            r"\b(?:install|bootstrap|setup|uv sync|poetry install|pip install|(?:npm|pnpm|yarn) ci|bundle$|mod "
            r"(?:download|tidy)|sync$|deps(?:\.get)?|restore|init)\b"
        ),
    ),
    (
        "test",
        re.compile(
            r"\b(?:tests?|spec|rspec|e2e|unit|integration|check|verify|validate|ci|pytest|jest|vitest|"
            r"playwright|cypress|tox|nox|ctest|phpunit|coverage|mutants?|bench)\b|[:_-]tests?\b|\btest[:_-]"
        ),
    ),
    ("build", re.compile(r"\b(?:build\w*|compile|bundle|package|assemble|pack|dist|webpack|rollup)\b")),
    (
        "generate",
        re.compile(
            r"\b(?:gen\w*|codegen|proto\w*|buf|docs?|snapshots?|migrat\w+|schema|openapi|graphql|i18n|"
            r"extract)\b|[:_-]gen\w*\b"
        ),
    ),
    ("run", re.compile(r"\b(?:dev|start|serve|watch|preview|storybook|up|run|runserver)\b")),
)
"""In order: the first that the command's words meet is its kind; "other" when none does."""

CHECKING = frozenset(("test", "lint", "format", "typecheck", "build"))

_ENDLESS = re.compile(r"--watch(?:All)?\b|\bwatch\b|\b(?:dev|start|serve|preview|storybook|runserver)\b")

_UPDATES = re.compile(r"\bUPDATE_\w*=|\s(?:-u|--update(?:-\w+)?|--fix|--write|--snapshot-update|-i)\b")

_WRAPPED = re.compile(r"(?:docker|podman|kubectl|docker-compose|ssh|vagrant)\b")

_NO_COMMAND = frozenset(
    (
        "cd",
        "export",
        "source",
        "echo",
        "set",
        "unset",
        "alias",
        "pushd",
        "popd",
        "exit",
        "sudo",
        "ls",
        "cat",
        "mkdir",
        "touch",
        "vim",
        "nano",
        "code",
    )
)

PLACEHOLDER = re.compile(
    r"<[^<>]+>|\[[\w-]+\](?!\w)|\{[\w-]+\}|(?<![/.])\.\.\.|…|(?<=[\s=/:])[A-Z][A-Z_]{2,}(?=$|[\s/:.])"
)


def kind_of(command: str) -> str:
    """What ``command`` is for, by its words without variables and paths."""
    text = re.sub(r"^(?:[A-Z_][A-Z0-9_]*=\S*\s+)+", "", command)
    text = re.sub(
        r"^(?:(?:pnpm|npm|yarn|bun|uv|poetry|pdm|hatch|rye|pipx|mise|nix)\s+(?:run|exec|dlx|x)\s+|npx\s+|"
        r"uvx\s+|bunx\s+)",
        "",
        text,
    )
    text = re.sub(r"\s(?:-w|-C|--filter|--workspace|-p|--project|--package|--prefix)[\s=]\S+", " ", text)
    text = re.sub(r"<[^<>]*>", " ", text)
    return next((kind for kind, words in KINDS if words.search(text)), "other")


def commands_in(text: str, cwd: str | None) -> Iterator[tuple[str, str | None]]:
    """Each command of ``a && b; c`` with its folder: ``cd`` sets it for those after."""
    for part in re.split(r"\s*(?:&&|;(?=\s))\s*", text):
        command = re.sub(r"^\$\s+", "", part.strip())
        moved = re.fullmatch(r"(?:cd|pushd)\s+(\S+)", command)
        if moved:
            cwd = moved_to(cwd, moved[1].strip("\"'"))
        elif command and command.split()[0] not in _NO_COMMAND:
            yield command, cwd


def moved_to(cwd: str | None, folder: str) -> str:
    """The folder after ``cd folder``."""
    return paths.normal(f"/{cwd or ''}/{folder}").strip("/") if not folder.startswith(("~", "$", "/")) else folder


def is_command(text: str) -> bool:
    """Whether a line starts with a known program or a script path."""
    words = re.sub(r"^(?:[A-Z_][A-Z0-9_]*=\S*\s+)+", "", text).split()
    return bool(words) and (words[0].startswith("./") or words[0].rpartition("/")[2].lower() in PROGRAMS)


def is_check(command: str) -> bool:
    """Whether ``command`` checks something, ends by itself and changes nothing."""
    ends = not _ENDLESS.search(command) and not _UPDATES.search(command) and not _WRAPPED.match(command)
    return kind_of(command) in CHECKING and ends
