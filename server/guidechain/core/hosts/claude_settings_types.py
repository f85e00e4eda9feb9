"""The types of Claude Code's settings: one wrong value voids a whole settings file (CC-103).

Each key, and each key inside it, was given wrong values and right ones on 2.1.332, and only those that voided the file
stand here (cases ``guard-wrong-type-voids-*``). Some 30 keys take anything, among them ``effortLevel``, ``theme``,
``extraKnownMarketplaces``, ``allowedMcpServers``, ``hooks`` itself and most of its events; unknown keys do no harm.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from guidechain.core.frozen import dataclass
from guidechain.core.hosts.claude_versions import (
    EMOJI,
    HOOK_LISTS,
    LENIENT_SETTINGS,
    MARKETPLACES,
    MODE_MANUAL,
    PROCESS_WRAPPER,
    SUBAGENT_LINE,
    TIPS,
    WORKFLOW_SIZE,
)
from guidechain.core.hosts.versions import Boundary, Version, holds


@dataclass(frozen=True)
class Shape:
    """What a value must be: ``words`` completes "... expected". ``old`` is the shape before ``since``, if it was
    another."""

    words: str
    fits: Callable[[Any], bool]
    old: Shape | None = None
    since: Boundary = LENIENT_SETTINGS


def misfit(key: str, value: Any, version: Version | None) -> str:
    """What was expected of the value of a settings key in place of ``value``; "" when it fits or is not known."""
    shape = _TYPES.get(key)
    while shape and shape.old and not holds(version, shape.since):
        shape = shape.old
    return shape.words if shape and not shape.fits(value) else ""


def _kind(words: str, *kinds: type) -> Shape:
    return Shape(words, lambda value: isinstance(value, kinds))


def _number(words: str, fits: Callable[[float], bool] = lambda value: True) -> Shape:
    return Shape(words, lambda value: isinstance(value, int | float) and not isinstance(value, bool) and fits(value))


def _choice(*values: str) -> Shape:
    words = " or ".join(f'"{each}"' for each in values)
    return Shape(words, lambda value: isinstance(value, str) and value in values)


def _either(*shapes: Shape) -> Shape:
    return Shape(" or ".join(each.words for each in shapes), lambda value: any(each.fits(value) for each in shapes))


def _list(item: Shape | None = None, words: str = "a list") -> Shape:
    return Shape(words, lambda value: isinstance(value, list) and (not item or all(map(item.fits, value))))


def _map(item: Shape) -> Shape:
    return Shape("an object", lambda value: isinstance(value, dict) and all(map(item.fits, value.values())))


def _object(required: Mapping[str, Shape], /, **optional: Shape) -> Shape:
    """An object with the keys of ``required`` and, where they are there, of ``optional``; other keys do no harm."""

    def fits(value: Any) -> bool:
        return (
            isinstance(value, dict)
            and all(key in value and shape.fits(value[key]) for key, shape in required.items())
            and all(shape.fits(value[key]) for key, shape in optional.items() if key in value)
        )

    return Shape("an object" + "".join(f' with "{key}"' for key in required), fits)


def _since(boundary: Boundary, shape: Shape, *, old: Shape) -> Shape:
    return Shape(shape.words, shape.fits, old, boundary)


def _or_null(shape: Shape) -> Shape:
    return Shape(shape.words, lambda value: value is None or shape.fits(value), old=shape)


def _url(value: Any) -> bool:
    from urllib.parse import urlsplit  # Only for settings with a URL.

    try:
        return isinstance(value, str) and bool(urlsplit(value.strip()).scheme)
    except ValueError:
        return False


_ANYTHING = Shape("", lambda value: True)
_WHOLE = _number("a whole number", lambda value: value % 1 == 0)
_TEXT = _kind("a string", str)
_SWITCH = _kind("true or false", bool)
_DICT = _kind("an object", dict)
_TEXTS = _list(_TEXT, "a list of strings")
_URL = Shape("a URL", _url)
_POSITIVE = _number("a number above 0", lambda value: value > 0)
_SCALAR = _either(_TEXT, _SWITCH, _number("a number"), _TEXTS)
_COMMAND = {"type": _choice("command"), "command": _TEXT}
_SERVERS = Shape(
    "a string or a list of strings", lambda value: _TEXTS.fits(value) or (_TEXT.fits(value) and value != ""), old=_TEXTS
)
_HOOK_OPTIONS = {"timeout": _POSITIVE, "if": _TEXT, "statusMessage": _TEXT, "once": _SWITCH}


def _tagged(key: str, /, **variants: Shape) -> Shape:
    """An object that ``key`` says the kind of."""

    def fits(value: Any) -> bool:
        kind = value.get(key) if isinstance(value, dict) else None
        return isinstance(kind, str) and kind in variants and variants[kind].fits(value)

    return Shape(f'an object with a known "{key}"', fits)


_HOOK = _tagged(
    "type",
    command=_object(
        {"command": _TEXT},
        **_HOOK_OPTIONS,
        **{"async": _SWITCH, "asyncRewake": _SWITCH, "shell": _choice("bash", "powershell"), "args": _TEXTS},
    ),
    prompt=_object({"prompt": _TEXT}, **_HOOK_OPTIONS, model=_TEXT),
    agent=_object({"prompt": _TEXT}, **_HOOK_OPTIONS, model=_TEXT),
    http=_object({"url": _URL}, **_HOOK_OPTIONS, headers=_map(_TEXT), allowedEnvVars=_TEXTS),
    mcp_tool=_object({"server": _TEXT, "tool": _TEXT}, **_HOOK_OPTIONS, input=_DICT),
)
_HOOKS = _either(_kind("null", type(None)), _list(_object({"hooks": _list(_HOOK)}, matcher=_TEXT)))
_NO_LIST = Shape("", lambda value: not isinstance(value, list))


def _hooks(event: Shape) -> Shape:
    """Hooks of which two events are checked; something else in their place does no harm."""
    events = _object({}, PreToolUse=event, PermissionRequest=event)
    words = "lists of known hooks for PreToolUse and PermissionRequest"
    return Shape(words, lambda value: not isinstance(value, dict) or events.fits(value))


_GIT = {"ref": _TEXT, "path": _TEXT}
_MARKETPLACES = _list(
    _tagged(
        "source",
        url=_object({"url": _URL}, headers=_map(_TEXT)),
        github=_object({"repo": _TEXT}, **_GIT),
        git=_object({"url": _TEXT}, **_GIT),
        npm=_object({"package": _TEXT}),
        file=_object({"path": _TEXT}),
        directory=_object({"path": _TEXT}),
        hostPattern=_object({"hostPattern": _TEXT}),
        pathPattern=_object({"pathPattern": _TEXT}),
        settings=_object({"name": _TEXT, "plugins": _list()}),
    ),
    "a list of marketplaces",
)
_NETWORK = _object(
    {},
    **dict.fromkeys(("allowUnixSockets", "allowedDomains", "deniedDomains", "allowMachLookup"), _TEXTS),
    **dict.fromkeys(
        ("allowLocalBinding", "allowAllUnixSockets", "allowManagedDomainsOnly", "strictAllowlist"), _SWITCH
    ),
    **dict.fromkeys(("httpProxyPort", "socksProxyPort"), _number("a number")),
    tlsTerminate=_object({}, caCertPath=_TEXT, caKeyPath=_TEXT),
)
_OF_SANDBOX = """
enabled autoAllowBashIfSandboxed enableWeakerNetworkIsolation enableWeakerNestedSandbox failIfUnavailable
allowUnsandboxedCommands allowAppleEvents
"""
_SANDBOX = _object(
    {},
    network=_NETWORK,
    filesystem=_object(
        {},
        **dict.fromkeys(("allowWrite", "denyWrite", "denyRead", "allowRead"), _TEXTS),
        **dict.fromkeys(("allowManagedReadPathsOnly", "disabled"), _SWITCH),
    ),
    ripgrep=_object({"command": _TEXT}, args=_TEXTS),
    credentials=_object(
        {},
        files=_list(_object({"path": _TEXT, "mode": _choice("deny")})),
        envVars=_list(_object({"name": _TEXT, "mode": _choice("deny")})),
        allowPlaintextInject=_SWITCH,
    ),
    ignoreViolations=_map(_TEXTS),
    excludedCommands=_TEXTS,
    **dict.fromkeys(_OF_SANDBOX.split(), _SWITCH),
)
_MODES = ("default", "acceptEdits", "plan", "auto", "dontAsk", "bypassPermissions")
_PERMISSIONS: Mapping[str, Shape] = {
    **dict.fromkeys(("allow", "ask", "deny"), _list()),  # Bad entries are skipped one by one.
    "additionalDirectories": _TEXTS,
    "disableBypassPermissionsMode": _choice("disable"),
    "disableAutoMode": _choice("disable"),
}
_OF_TEXT = """
$schema apiKeyHelper awsAuthRefresh awsCredentialExport gcpAuthRefresh model outputStyle otelHeadersHelper prUrlTemplate
plansDirectory language agent minimumVersion requiredMinimumVersion requiredMaximumVersion advisorModel claudeMd
autoMemoryDirectory pluginTrustMessage
"""
_OF_SWITCH = """
includeCoAuthoredBy includeGitInstructions respectGitignore fastMode disableAllHooks alwaysThinkingEnabled verbose
autoMemoryEnabled autoDreamEnabled promptSuggestionEnabled spinnerTipsEnabled terminalProgressBarEnabled
prefersReducedMotion showTurnDuration showThinkingSummaries showClearContextOnPlanAccept forceRemoteSettingsRefresh
voiceEnabled wslInheritsWindowsSettings autoCompactEnabled respondToBashCommands wheelScrollAccelerationEnabled
awaySummaryEnabled autoScrollEnabled allowAllClaudeAiMcps agentPushNotifEnabled axScreenReader inputNeededNotifEnabled
syntaxHighlightingDisabled workflowKeywordTriggerEnabled
"""
_OF_SWITCH_OR_NULL = """
enableAllProjectMcpServers skipDangerousModePermissionPrompt skipAutoPermissionPrompt disableSkillShellExecution
useAutoModeDuringPlan allowManagedHooksOnly allowManagedMcpServersOnly allowManagedPermissionRulesOnly channelsEnabled
fastModePerSessionOptIn skipWebFetchPreflight disableAgentView enforceAvailableModels fileCheckpointingEnabled
disableBundledSkills disableArtifact enableArtifact disableClaudeAiConnectors disableRemoteControl disableWorkflows
remoteControlAtStartup disableSideloadFlags
"""
_OF_TEXTS = """
claudeMdExcludes availableModels companyAnnouncements allowedHttpHookUrls httpHookAllowedEnvVars fallbackModel
pluginSuggestionMarketplaces
"""
_TYPES: Mapping[str, Shape] = {
    **dict.fromkeys(_OF_TEXT.split(), _TEXT),
    **dict.fromkeys(_OF_SWITCH.split(), _SWITCH),
    **dict.fromkeys(_OF_SWITCH_OR_NULL.split(), _or_null(_SWITCH)),
    **dict.fromkeys(_OF_TEXTS.split(), _TEXTS),
    **dict.fromkeys(("enabledMcpjsonServers", "disabledMcpjsonServers"), _SERVERS),
    **dict.fromkeys(("strictKnownMarketplaces", "blockedMarketplaces"), _or_null(_MARKETPLACES)),
    **dict.fromkeys(("disableAutoMode", "disableDeepLinkRegistration"), _or_null(_choice("disable"))),
    "autoUpdatesChannel": _choice("stable", "latest", "rc"),
    "defaultShell": _choice("bash", "powershell"),
    "parentSettingsBehavior": _choice("first-wins", "merge"),
    "tui": _choice("fullscreen", "default"),
    "cleanupPeriodDays": _number("a whole number of days", lambda value: value > 0 and value % 1 == 0),
    "feedbackSurveyRate": _number("a number from 0 to 1", lambda value: 0 <= value <= 1),
    "skillListingBudgetFraction": _number("a number above 0 up to 1", lambda value: 0 < value <= 1),
    "skillListingMaxDescChars": _number("a whole number", lambda value: value > 0 and value % 1 == 0),
    "forceLoginOrgUUID": _either(_TEXT, _TEXTS),
    "env": _DICT,
    "remote": _object({}, defaultEnvironmentId=_TEXT),
    "modelOverrides": _map(_TEXT),
    "skillOverrides": _map(_choice("on", "off", "name-only", "user-invocable-only")),
    "enabledPlugins": _map(_either(_SWITCH, _TEXTS)),
    "pluginConfigs": _map(_object({}, options=_map(_SCALAR), mcpServers=_map(_map(_SCALAR)))),
    "attribution": _object({}, commit=_TEXT, pr=_TEXT, sessionUrl=_SWITCH),
    "autoMode": _object(
        {}, **dict.fromkeys(("allow", "soft_deny", "hard_deny", "environment"), _TEXTS), classifyAllShell=_SWITCH
    ),
    "worktree": _object({}, sparsePaths=_TEXTS, symlinkDirectories=_TEXTS, baseRef=_choice("fresh", "head")),
    "voice": _object({}, enabled=_SWITCH, autoSubmit=_SWITCH, mode=_choice("hold", "tap")),
    "spinnerVerbs": _object({"mode": _choice("append", "replace"), "verbs": _TEXTS}),
    "fileSuggestion": _object(_COMMAND),
    "statusLine": _object(_COMMAND, padding=_number("a number"), hideVimModeIndicator=_SWITCH),
    "allowedChannelPlugins": _list(_object({"marketplace": _TEXT, "plugin": _TEXT})),
    "sshConfigs": _list(
        _object(
            {"id": _TEXT, "name": _TEXT, "sshHost": _TEXT}, sshPort=_WHOLE, sshIdentityFile=_TEXT, startDirectory=_TEXT
        )
    ),
    "sandbox": _SANDBOX,
    "permissions": _since(
        MODE_MANUAL,
        _object({}, **_PERMISSIONS, defaultMode=_choice(*_MODES, "manual")),
        old=_object({}, **_PERMISSIONS, defaultMode=_choice(*_MODES)),
    ),
    "hooks": _since(HOOK_LISTS, _hooks(_HOOKS), old=_hooks(_either(_HOOKS, _NO_LIST))),
    "emojiCompletionEnabled": _since(EMOJI, _SWITCH, old=_ANYTHING),
    "processWrapper": _since(PROCESS_WRAPPER, _TEXT, old=_ANYTHING),
    "workflowSizeGuideline": _since(WORKFLOW_SIZE, _choice("unrestricted", "small", "medium", "large"), old=_ANYTHING),
    "extraKnownMarketplaces": _since(MARKETPLACES, _ANYTHING, old=_DICT),
    "spinnerTipsOverride": _since(TIPS, _ANYTHING, old=_DICT),
    "subagentStatusLine": _since(SUBAGENT_LINE, _ANYTHING, old=_object(_COMMAND)),
}
"""The keys whose type is known."""
