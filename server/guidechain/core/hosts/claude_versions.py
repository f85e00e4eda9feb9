"""Which rule of Claude Code holds in which release. CC-n are the rules of ``claude_code.py``, V-n its boundaries."""

from __future__ import annotations

from guidechain.core.hosts.versions import Boundary

VERIFIED = (
    *("2.0.77", "2.1.197", "2.1.238", "2.1.239", "2.1.240", "2.1.270", "2.1.276", "2.1.277", "2.1.280", "2.1.281"),
    *("2.1.283", "2.1.287", "2.1.296", "2.1.299", "2.1.329", "2.1.330", "2.1.332"),
)
"""The releases that the conformance cases were observed on, oldest first."""

ON_DEMAND = Boundary("CC-71", "2.0.77", "2.1.197", "a touch brings files below the launch folder")
COMMENTS = Boundary("CC-23", "2.0.77", "2.1.197", "block comments are cut")
EXTENSIONS = Boundary("CC-41", "2.0.77", "2.1.197", "imports need an extension of a list, or none")
EXCLUDES = Boundary("CC-92", "2.0.77", "2.1.197", "claudeMdExcludes has an effect")
MANAGED_TEXT = Boundary("CC-3", "2.0.77", "2.1.197", "the managed setting claudeMd has an effect")
WORKTREE = Boundary("CC-9", "2.0.77", "2.1.197", "a worktree inside its main checkout leaves that checkout's files out")
ADD_DIR = Boundary("CC-11", "2.0.77", "2.1.197", "CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD has an effect")
MEMORY = Boundary("CC-12", "2.0.77", "2.1.197", "there is an auto memory")
VOID = Boundary("CC-103", "2.0.77", "2.1.197", "one value of the wrong type voids its settings file")
AGENTS = Boundary("V1", "2.1.276", "2.1.281", "AGENTS.md is read")
PLUGIN_ID = Boundary("V2", "2.1.284", "2.1.285", "the AGENTS.md plugin is cc-plugin-agents-md@builtin")
AGENTS_ON_MENTION = Boundary("V3", "2.1.289", "2.1.290", "a mention brings nested AGENTS.md files")
TOUCH_EDIT = Boundary("V4", "2.1.287", "2.1.288", "Edit and Write bring nested files")
TOUCH_SHELL = Boundary("V5", "2.1.292", "2.1.293", "a plain shell read brings nested files")
RULES_ON_EDIT = Boundary("V6", "2.1.277", "2.1.288", "conditional rules fire on Edit and Write")
TOUCH_MISSING = Boundary("V7", "2.1.197", "2.1.200", "reading a missing file brings nested files")
READ_DENY = Boundary("V8", "2.1.289", "2.1.290", "Read deny rules hide project and local files")
LINKED_IMPORTS = Boundary("V9", "2.1.229", "2.1.232", "an import through a link is judged by its target")
LINKED_RULES = Boundary("V10", "2.1.229", "2.1.232", "rules linked to outside need approval")
LINKED_FOLDER = Boundary("V11", "2.1.283", "2.1.284", "rules below a .claude that is a link to outside need approval")
IMPORTED_ONCE = Boundary("V12", "2.1.280", "2.1.281", "a nested file imported at start is not sent again on touch")
BYTE_ORDER_MARK = Boundary("V13", "2.1.238", "2.1.239", "a byte order mark does not hide front matter")
BRACE_LIMIT = Boundary("V14", "2.1.212", "2.1.218", "a rule's patterns expand to 1000 at most")
LOCAL_OF_ROOT = Boundary("V15", "2.1.209", "2.1.212", "the git root's settings.local.json is read")
MENTION_FIRST = Boundary("V16", "2.1.306", "2.1.307", "what a mention brings stands before the start-up files")
CLAUDE_FIRST = Boundary("V17", "2.1.306", "2.1.307", "on a touch CLAUDE.md files come before AGENTS.md files")
ALLOW_ANCHORED = Boundary("V18", "2.1.212", "2.1.215", "dir/** in an allow rule is anchored")
DENY_INPUT = Boundary("V19", "2.1.252", "2.1.257", "Read deny rules stop `cat < file`")
DENY_TEE_INPUT = Boundary("V20", "2.1.268", "2.1.270", "Edit deny rules stop `tee file < other`")
EDIT_UNREAD = Boundary("V21", "2.1.207", "2.1.209", "Edit needs no Read of the file before it")
RESTRICTED = Boundary("V22", "2.1.247", "2.1.250", "the option --restricted exists")
MEMORY_NOTE = Boundary("V23", "2.1.240", "2.1.270", "the note on a cut MEMORY.md says where it was cut")
TWO_LARGE = Boundary("V24", "2.1.240", "2.1.250", "two files of 4 MiB get an answer")
LINE_ENDS = Boundary("V25", "2.1.329", "2.1.330", "line ends stay where comments stand and none of them is cut")
RULE_LINK_NAMES = Boundary("V26", "2.1.238", "2.1.239", "claudeMdExcludes goes by the name of a linked rule too")
LENIENT_SETTINGS = Boundary("V27", "2.1.296", "2.1.299", "null, or one text for a list, voids no file in some settings")
SUBAGENT_LINE = Boundary("V28", "2.1.319", "2.1.324", "a wrong subagentStatusLine voids no file")
HOOK_LISTS = Boundary("V29", "2.1.252", "2.1.257", "hooks of PreToolUse that are no list void their file")
TIPS = Boundary("V31", "2.1.246", "2.1.247", "a wrong spinnerTipsOverride voids no file")
MODE_MANUAL = Boundary("V30", "2.1.199", "2.1.200", "permissions.defaultMode may be manual")
PROCESS_WRAPPER = Boundary("V32", "2.1.209", "2.1.212", "a processWrapper of the wrong type voids its file")
EMOJI = Boundary("V33", "2.1.212", "2.1.218", "an emojiCompletionEnabled of the wrong type voids its file")
WORKFLOW_SIZE = Boundary("V34", "2.1.218", "2.1.240", "a workflowSizeGuideline of the wrong type voids its file")
MARKETPLACES = Boundary("V35", "2.1.223", "2.1.225", "wrong extraKnownMarketplaces void no file")

BOUNDARIES = (
    ON_DEMAND, COMMENTS, EXTENSIONS, EXCLUDES, MANAGED_TEXT, WORKTREE, ADD_DIR, MEMORY, VOID,
    AGENTS, PLUGIN_ID, AGENTS_ON_MENTION, TOUCH_EDIT, TOUCH_SHELL, RULES_ON_EDIT, TOUCH_MISSING, READ_DENY,
    LINKED_IMPORTS, LINKED_RULES, LINKED_FOLDER, IMPORTED_ONCE, BYTE_ORDER_MARK, BRACE_LIMIT, LOCAL_OF_ROOT,
    MENTION_FIRST, CLAUDE_FIRST, ALLOW_ANCHORED, DENY_INPUT, DENY_TEE_INPUT, EDIT_UNREAD, RESTRICTED, MEMORY_NOTE,
    TWO_LARGE, LINE_ENDS, RULE_LINK_NAMES, LENIENT_SETTINGS, SUBAGENT_LINE, HOOK_LISTS, MODE_MANUAL,
    TIPS, PROCESS_WRAPPER, EMOJI, WORKFLOW_SIZE, MARKETPLACES,
)  # fmt: skip
"""The boundaries between 2.0.77 and 2.1.197 first, of which only the ends were observed, then V1 to V35."""

_RARE = (
    *(RESTRICTED, MEMORY_NOTE, TWO_LARGE, SUBAGENT_LINE, HOOK_LISTS, MODE_MANUAL, TIPS),
    *(PROCESS_WRAPPER, EMOJI, WORKFLOW_SIZE, MARKETPLACES),
)
LOADING = tuple(each for each in BOUNDARIES if each not in _RARE)
"""Those that decide which files load in a plain session, or which edits are stopped."""
