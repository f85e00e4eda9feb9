"""launch-dependent: one finding per launch folder that misses files."""

from __future__ import annotations

from diagnostics.checks import check_findings

PACKAGES = """
    -- .git/ --
    -- AGENTS.md --
    root
    -- services/pay/AGENTS.md --
    pay
    -- services/pay/main.py --
    -- services/bill/AGENTS.md --
    bill
    -- services/bill/main.py --
    """


def test_nested_files_load_where_the_host_is_started():
    check_findings(
        PACKAGES,
        """
        services/bill/AGENTS.md:1 launch-dependent information codex | when started in services/bill/ \
| not when started in ./ | services/pay/AGENTS.md | -> services/pay/AGENTS.md
        """,
        hosts="codex",
    )


def test_configured_launch_folders_are_the_only_ones():
    check_findings(
        PACKAGES,
        "services/bill/AGENTS.md:1 launch-dependent information codex | started in services/bill/ | !services/pay",
        hosts="codex",
        launch=". services/bill services/pay",
        exclude=("services/pay/",),
    )
