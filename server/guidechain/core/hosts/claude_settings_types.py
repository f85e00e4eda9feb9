"""The types of Claude Code's settings: one wrong value voids a whole settings file (CC-103).

Each key was given a wrong value on 2.1.332, and only those that voided the file stand here (case
``guard-wrong-type-voids-*``): ``forceLoginMethod``, ``effortLevel``, ``extraKnownMarketplaces``, the lists of MCP
servers and ``hooks`` itself take anything. ``null`` is a wrong value too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

_MODES = ("default", "acceptEdits", "plan", "auto", "dontAsk", "delegate", "manual", "bypassPermissions")
_TEXTS = """
$schema apiKeyHelper awsAuthRefresh awsCredentialExport gcpAuthRefresh model outputStyle forceLoginOrgUUID
otelHeadersHelper plansDirectory language autoUpdatesChannel defaultShell agent minimumVersion advisorModel claudeMd
autoMemoryDirectory
"""
_SWITCHES = """
includeCoAuthoredBy enableAllProjectMcpServers disableAllHooks alwaysThinkingEnabled respectGitignore spinnerTipsEnabled
terminalProgressBarEnabled prefersReducedMotion skipDangerousModePermissionPrompt fastMode showTurnDuration
includeGitInstructions disableSkillShellExecution useAutoModeDuringPlan allowManagedHooksOnly allowManagedMcpServersOnly
autoMemoryEnabled allowManagedPermissionRulesOnly
"""
_OBJECTS = "env attribution sandbox spinnerVerbs fileSuggestion worktree modelOverrides autoMode"
_LISTS = """
availableModels companyAnnouncements allowedHttpHookUrls httpHookAllowedEnvVars strictKnownMarketplaces
blockedMarketplaces
"""


def misfit(key: str, value: Any) -> str:
    """What was expected of the value of a settings key in place of ``value``; "" when it fits or is not known."""
    expected, fits = _TYPES.get(key, ("", _anything))
    return "" if fits(value) else expected


def _anything(value: Any) -> bool:
    return True


def _is(kind: type) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, kind)


def _strings(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _days(value: Any) -> bool:
    return _number(value) and value >= 0 and value == int(value)


def _permissions(value: Any) -> bool:
    """Bad entries of the rule lists are skipped one by one and do no harm."""
    return (
        isinstance(value, dict)
        and all(isinstance(value.get(key, []), list) for key in ("allow", "ask", "deny"))
        and _strings(value.get("additionalDirectories", []))
        and value.get("defaultMode", "default") in _MODES
        and isinstance(value.get("disableBypassPermissionsMode", ""), str)
    )


def _hooks(value: Any) -> bool:
    """A wrong list of hooks voids the file, something else in their place does not."""
    if not isinstance(value, dict):
        return True
    lists = [value.get(name, []) for name in _EVENTS]
    groups = [each for found in lists if isinstance(found, list) for each in found]
    named = all(isinstance(each, dict) and isinstance(each.get("matcher", ""), str) for each in groups)
    return named and all(isinstance(each, list) for each in lists)


def _values(*kinds: type) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, dict) and all(isinstance(each, kinds) for each in value.values())


def _status_line(value: Any) -> bool:
    return isinstance(value, dict) and value.get("type") == "command"


_EVENTS = ("PreToolUse", "PostToolUse", "UserPromptSubmit", "Stop", "SessionStart", "SessionEnd", "InstructionsLoaded")
_TYPES: Mapping[str, tuple[str, Callable[[Any], bool]]] = {
    **dict.fromkeys(_TEXTS.split(), ("a string", _is(str))),
    **dict.fromkeys(_SWITCHES.split(), ("true or false", _is(bool))),
    **dict.fromkeys(_OBJECTS.split(), ("an object", _is(dict))),
    **dict.fromkeys(_LISTS.split(), ("a list", _is(list))),
    "disableAutoMode": ('"disable"', lambda value: value == "disable"),
    "claudeMdExcludes": ("a list of strings", _strings),
    "cleanupPeriodDays": ("a whole number of days", _days),
    "feedbackSurveyRate": ("a number", _number),
    "skillListingBudgetFraction": ("a number", _number),
    "pluginConfigs": ("an object of objects", _values(dict)),
    "enabledPlugins": ("an object of true or false", _values(bool, list)),
    "statusLine": ("an object of the type command", _status_line),
    "permissions": ("an object of lists and a known mode", _permissions),
    "hooks": ("an object of lists", _hooks),
}
"""The keys whose type is known, what is expected, and the check."""
