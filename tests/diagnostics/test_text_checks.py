"""Checks of a text by itself: hidden characters, secrets, links as text, copies."""

from __future__ import annotations

import pytest
from diagnostics.checks import check_findings

from guidechain.core.diagnostics.hidden_characters import hidden
from guidechain.core.diagnostics.secret_in_guidance import secrets


def test_hidden_characters_once_per_kind_with_a_fix():
    check_findings(
        "-- AGENTS.md --\nRun make\u200b test\nUse \u202egnp.exe\u200b only\n",
        """
        AGENTS.md:1:8-9 hidden-characters warning | U+200B (zero width space) | 1 more place | => Delete every U+200B of this file
        AGENTS.md:2:4-5 hidden-characters warning | U+202E
        """,
        hosts="codex",
    )


@pytest.mark.parametrize(
    "text",
    [
        "\ufeff# Title",
        "Owner: \U0001f469\u200d\U0001f4bb team",
        "Flag \U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        "\u0915\u094d\u200d\u0937",
        "\u05e9\u05dc\u05d5\u05dd\u200f!",
        "tab\tand form feed\x0c",
        "\u2764\ufe0f",
    ],
)
def test_characters_with_a_purpose_are_left_alone(text: str):
    assert list(hidden(text)) == []


@pytest.mark.parametrize("text", ["a\ufeffb", "a\u200db", "a\x1b[0m", "x\U000e0041", "a\u2066b", "\u00ad", "\u3164"])
def test_characters_without_one(text: str):
    assert len(list(hidden(text))) == 1


SECRET = "Zk3v9Qe7Rw1Tb5Yn8Ui2Op4As6Df0Gh"


def test_a_secret_is_named_and_never_repeated():
    found = check_findings(
        f"-- AGENTS.md --\n# Deploy\n\nexport DEPLOY_TOKEN={SECRET}\nexport API_KEY=${{API_KEY}}\n",
        "AGENTS.md:3:7-19 secret-in-guidance warning | DEPLOY_TOKEN",
        hosts="codex",
    )
    assert SECRET not in repr(found)


@pytest.mark.parametrize(
    "text",
    [
        "OTHER_TOKEN=<your-token>",
        "key id example: AKIAIOSFODNN7EXAMPLE",
        "api_key: ${{ secrets.DEPLOY_KEY_2024 }}",
        "TOKEN=$(vault read -field=x secret/ab12cd34)",
        "The secret: never commit credentials1 to 2 places.",
        "password = os.environ['DB_PASSWORD_2024x']",
        "API_KEY=sk-your-key-here-0000000000000000000000",
        "use `token_bucket: RateLimiterV2Configuration`",
        "commit: 4fda38988f2939fa6ea9cdefcf120693e10ef491",
        "postgres://user:password@localhost/db",
        "postgres://user:${DB_PASSWORD}@localhost/db",
        "secret-store: https://vault.corp.net/v1/a8f7/x9",
        "tokenizer: cl100k_base_2024_v2_extended",
    ],
)
def test_placeholders_and_references_are_no_secrets(text: str):
    assert list(secrets(text)) == []


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("AKIAQ7R5ZK3V9QE7RW1T", "an AWS access key id"),
        ("TOKEN: ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8", "a GitHub token in TOKEN"),
        ("-----BEGIN RSA PRIVATE KEY-----", "a private key"),
        ("db_password: 'q9Xv7LmT2pRz8WkB4n'", "the value of db_password"),
        ("postgres://app:q9Xv7LmT2pRz8WkB4n@db/x", "the password in a URL"),
        ("client_secret=3f2a9c1e7b8d4f60a5e9c2d1b7f83e64", "the value of client_secret"),
    ],
)
def test_secrets(text: str, what: str):
    assert [each[2] for each in secrets(text)] == [what]


def test_copies_in_one_folder():
    check_findings(
        """
        -- AGENTS.md --
        # Rules

        - Run make test.
        - Do not edit gen/.
        -- AGENT.md --
        # Rules

        - Run make test.
        - Do not edit gen/.
        -- sub/AGENTS.md --
        # Rules

        - Run make test.
        - Do not edit gen/.
        -- sub/x.py --
        """,
        "AGENTS.md:1 duplicate-text information codex,copse | repeats AGENT.md word for word | -> AGENT.md",
        hosts="codex copse",
        only="duplicate-text",
    )


DRIFTED = """
    -- AGENT.md --
    # Rules

    - Run make test.
    - Do not edit gen/.
    - Use two blanks.
    - Sign every commit.
    - Keep the log.
    - Ask first.
    -- AGENTS.md --
    # Rules

    - Run make check.
    - Do not edit gen/.
    - Use two blanks.
    - Sign every commit.
    - Keep the log.
    - Ask first.
    """


def test_copies_that_drifted():
    check_findings(
        DRIFTED,
        "AGENTS.md:3 drifted-copies information codex,copse | 1 line differs | line 3 here and line 3 there | -> AGENT.md",
        hosts="codex copse",
        only="drifted-copies",
    )


def test_files_that_differ_are_no_copies():
    ours, theirs = DRIFTED.split("-- AGENTS.md --")
    other = theirs.replace("Keep", "Never keep").replace("Sign", "Sing").replace("blanks", "tabs")
    check_findings(f"{ours}-- AGENTS.md --{other}", "", hosts="codex copse", only="drifted-copies")


def test_a_link_that_became_text():
    check_findings(
        "-- docs/RULES.md --\nRules.\n-- AGENTS.md --\ndocs/RULES.md\n",
        "AGENTS.md:1:0-13 link-as-text warning codex | these 13 characters | Make it a link again | -> docs/RULES.md",
        hosts="codex",
    )


def test_a_word_is_no_link():
    check_findings("-- Makefile --\n-- AGENTS.md --\nMakefile\n", "", hosts="codex")
