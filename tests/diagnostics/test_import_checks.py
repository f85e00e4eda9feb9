"""Imports: broken, misspelt, refused, outside, circular, too deep; and files that an adapter hides."""

from __future__ import annotations

import pytest
from diagnostics.checks import check_findings

CLAUDE = "claude-code"


def test_an_import_from_the_wrong_folder():
    check_findings(
        """
        -- .claude/CLAUDE.md --
        # Notes

        @insights/market.md
        -- insights/market.md --
        m
        """,
        """
        .claude/CLAUDE.md:3:0-19 broken-import warning claude-code | .claude/insights/market.md does not exist \
| insights/market.md does: write @../insights/market.md | => Write @../insights/market.md
        """,
        hosts=CLAUDE,
    )


def test_one_missing_file_is_one_finding():
    check_findings(
        "-- CLAUDE.md --\nSee @docs/a.md\nand @docs/a.md again\n-- .claude/CLAUDE.md --\n@../docs/a.md\n",
        ".claude/CLAUDE.md:1 broken-import warning claude-code | docs/a.md does not exist | 2 more imports | -> CLAUDE.md",
        hosts=CLAUDE,
    )


@pytest.mark.parametrize(
    "line",
    [
        "Run `yarn workspace @acme/app dev`. Decorate with @Injectable(). Ask ops@example.org.",
        "Types come from @types/node, and from @acme/ui.",
        "The @dataclass decorator; thanks to @somebody, @some-body and @some.body.",
        "Use `@docs/missing.md` for an import.",
        "    @docs/missing.md in indented code",
        "@property\n@app.route('/x')",
        "Escaped \\@docs/missing.md",
        "mail <a@b.md> or see (@docs/missing.md)",
        "Follow @example.org and @param {string} name.",
        "Import from @/mocks and @/components/ui/button.tsx, never from ~/x.",
    ],
)
def test_words_with_an_at_sign_that_are_no_imports(line: str):
    check_findings(f"-- CLAUDE.md --\n# Guide\n\n{line}\n", "", hosts=CLAUDE)


def test_an_adapter_and_a_link_are_sound():
    check_findings("-- AGENTS.md --\nrules\n-- CLAUDE.md --\n@AGENTS.md\n-- src/a.py --\n", "", hosts=CLAUDE)
    check_findings("-- AGENTS.md --\nrules\n-- CLAUDE.md -> AGENTS.md --\n-- src/a.py --\n", "", hosts=CLAUDE)


def test_punctuation_in_the_name():
    check_findings(
        "-- CLAUDE.md --\nSee @docs/a.md, and more.\n-- docs/a.md --\nx\n",
        "CLAUDE.md:1:4-15 import-token warning claude-code | reads , as part of the name | docs/a.md exists | => Put a blank before ,",
        hosts=CLAUDE,
    )


def test_fixes_of_many_words_are_tried_for_the_first_ones_only():
    text = "".join(f"See @docs/a{number}.md, please\n" for number in range(31))
    files = "".join(f"-- docs/a{number}.md --\na\n" for number in range(31))
    said = "CLAUDE.md:{}:4-{} import-token warning claude-code | reads , as part of the name"
    lines = [said.format(number + 1, 16 + (number > 9)) for number in range(31)]
    fixed = [f"{line} | => Put a blank before ," for line in lines[:30]]
    check_findings(f"-- CLAUDE.md --\n{text}{files}", "\n".join([*fixed, lines[30]]), hosts=CLAUDE)


def test_an_extension_that_the_host_refuses():
    check_findings(
        "-- CLAUDE.md --\n@docs/a.mdx\n-- docs/a.mdx --\nx\n",
        "CLAUDE.md:1:0-11 refused-import warning claude-code | extension .mdx | docs/a.mdx another extension",
        hosts=CLAUDE,
    )


def test_a_section_is_dropped():
    check_findings(
        "-- CLAUDE.md --\n@docs/a.md#rule\n-- docs/a.md --\nx\n",
        "CLAUDE.md:1:0-15 refused-import information claude-code | the whole of docs/a.md | #rule is dropped",
        hosts=CLAUDE,
    )


def test_a_host_without_imports_sends_the_word():
    check_findings(
        "-- AGENTS.md --\nSee @docs/a.md\n-- docs/a.md --\nx\n",
        "AGENTS.md:1:4-14 refused-import information codex | sends @docs/a.md as text",
    )


def test_a_circle():
    check_findings(
        """
        -- CLAUDE.md --
        @docs/a.md
        -- docs/a.md --
        @b.md
        -- docs/b.md --
        @a.md
        """,
        "docs/b.md:1:0-5 import-cycle warning claude-code | docs/a.md → docs/b.md → docs/a.md | -> docs/a.md",
        hosts=CLAUDE,
    )


def test_too_deep():
    check_findings(
        "-- CLAUDE.md --\n@d1.md\n"
        + "".join(f"-- d{n}.md --\n@d{n + 1}.md\n" for n in range(1, 9))
        + "-- d9.md --\nx\n",
        "d4.md:1:0-6 import-too-deep warning claude-code | d5.md | 4 hops",
        hosts=CLAUDE,
    )


def test_outside_the_workspace():
    check_findings(
        "-- CLAUDE.md --\n@../outside.md\n",
        "CLAUDE.md:1:0-14 outside-import warning claude-code | /work/outside.md only after an approval",
        hosts=CLAUDE,
    )


ROOT_ADAPTER = """
    -- .git/ --
    -- AGENTS.md --
    root
    -- CLAUDE.md --
    @AGENTS.md
    -- pkg/CLAUDE.md --
    pkg
    -- pkg/a.py --
    """


def test_the_root_adapter_from_a_subfolder():
    check_findings(
        ROOT_ADAPTER,
        "CLAUDE.md:1:0-10 outside-import information claude-code | started in pkg/ does not import AGENTS.md",
        hosts=CLAUDE,
    )
    check_findings(
        ROOT_ADAPTER,
        "CLAUDE.md:1:0-10 outside-import warning claude-code | started in pkg/",
        hosts=CLAUDE,
        launch=". pkg",
    )
    check_findings(ROOT_ADAPTER, "", hosts=CLAUDE, launch=".")


def test_one_nested_file_is_hidden_by_the_root_adapter():
    check_findings(
        """
        -- .git/ --
        -- AGENTS.md --
        Use nix fmt.
        -- CLAUDE.md --
        @AGENTS.md
        -- pkgs/AGENTS.md --
        One file per package.
        -- pkgs/a.nix --
        """,
        """
        pkgs/AGENTS.md:1 hidden-by-adapter warning claude-code | CLAUDE.md turns it off | -> CLAUDE.md \
| => Import it from a CLAUDE.md beside it
        """,
        hosts=CLAUDE,
        launch=".",
    )


def test_many_hidden_files_are_one_finding_at_the_cause():
    check_findings(
        """
        -- .git/ --
        -- CLAUDE.md --
        @AGENTS.md
        -- AGENTS.md --
        x
        -- a/AGENTS.md --
        1
        -- b/AGENTS.md --
        2
        """,
        "CLAUDE.md:1 hidden-by-adapter warning claude-code | none of 2 files | -> a/AGENTS.md | -> b/AGENTS.md",
        hosts=CLAUDE,
    )


def test_a_private_file_hides_the_one_beside_it():
    check_findings(
        "-- AGENTS.md --\nrules\n-- CLAUDE.local.md --\nmine\n",
        "CLAUDE.local.md:1 hidden-by-adapter warning claude-code | does not load AGENTS.md | => Import it here",
        hosts=CLAUDE,
    )
