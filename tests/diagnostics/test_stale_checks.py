"""stale-path and stale-command: what guidance names and nobody finds."""

from __future__ import annotations

import pytest
from diagnostics.checks import check_findings

STALE = "stale-path stale-command"
TREE = """\
-- .gitignore --
dist/
-- src/a/x.py --
1
-- web/docs/layout.md --
x
-- conf/app.json.example --
{}
-- Makefile --
test: build
\ttrue
build:
\ttrue
-- package.json --
{"scripts": {"lint": "x"}}
-- web/package.json --
{"scripts": {"dev": "x"}}
"""


def guide(text: str) -> str:
    return f"{TREE}-- AGENTS.md --\n{text}\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Background is in `docs/ARCH.md`.", "1:18-30 stale-path information | There is no docs/ARCH.md"),
        ("The entry point is `src/old/main.py`. Go.", "1:20-35 stale-path information | There is no src/old/main.py"),
        ("Read `docs/layout/layout.md`.", "1:6-27 stale-path information | Did you mean web/docs/layout.md?"),
        ("- Rules: x\n- See `docs/gone.md`", "2:7-19 stale-path information | docs/gone.md"),
        ("Then run `make lint`.", "1:10-19 stale-command information | Makefile has no target lint"),
        ("Run `npm run nope` before you finish.", "1:5-17 stale-command information | package.json has no script nope"),
    ],
)
def test_what_is_gone(text: str, expected: str):
    check_findings(guide(text), f"AGENTS.md:{expected.replace(' | ', ' | ')}", hosts="codex", only=STALE)


@pytest.mark.parametrize(
    "text",
    [
        "See `docs/layout.md` and `src/a/x.py`, or `layout.md`.",
        "Output lands in `dist/`. See `dist/report.md`. Modules live in `src/<name>/x.py`.",
        "See https://example.org/docs/x.md and [the page](docs/x.md).",
        "Create `docs/plans/new.md` and see `docs/plans/new.md` for an example.",
        "The old text was in `docs/old.md`, which was removed.",
        "See `docs/other.md` in that repo.",
        "Edit `conf/app.json`.",
        "Settings are in `.local/state.json`; imports come from `@acme/ui/button.ts`.",
        "```\nSee `docs/ARCH.md`\n```",
        "Run `make test`, `make build`, `npm run lint` and, in `web`, `npm run dev`.",
        "Run `npm run dev` or `pnpm --filter web run other`, `make -C web other`, `make $TARGET`.",
        "Never run `npm run nope`.",
        "We make lint rules that hold.",
    ],
)
def test_what_is_there_or_promised_by_nobody(text: str):
    check_findings(guide(text), "", hosts="codex", only=STALE)


def test_a_makefile_that_includes_others_tells_nothing():
    check_findings(
        "-- Makefile --\ninclude mk/*.mk\ntest:\n\ttrue\n-- AGENTS.md --\nRun `make lint`.\n",
        "",
        hosts="codex",
        only=STALE,
    )


def test_many_names_that_one_file_lacks_are_one_finding():
    text = "\n".join(f"- Run `make target-{number}`." for number in range(8))
    check_findings(
        guide(text),
        "AGENTS.md:1 stale-command information | lacks 8 targets that guidance names, target-0, target-1 | 7 more places",
        hosts="codex",
        only=STALE,
    )


def test_a_line_of_a_fence():
    check_findings(
        guide("```sh\n$ make gone  # first\nmake test\n```"),
        "AGENTS.md:2:2-11 stale-command information | Makefile has no target gone",
        hosts="codex",
        only=STALE,
    )
