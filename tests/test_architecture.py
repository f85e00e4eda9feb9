"""The invariants of server/ARCHITECTURE.md that a program can check: imports, tables, state, sizes."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "server" / "guidechain"
MODULES = {path.relative_to(PACKAGE).as_posix(): path for path in sorted(PACKAGE.rglob("*.py"))}
TREES = {name: ast.parse(path.read_text("utf-8")) for name, path in MODULES.items()}

CORE_MAY_IMPORT = {
    "guidechain.core",
    "bracex",
    "jsonc",
    "markdown_it",
    "pathspec",
    "ruamel",
    "tomli",
    "wcmatch",
    # Of the standard library what neither opens, runs nor waits for anything.
    "__future__", "abc", "bisect", "collections", "contextlib", "copy", "dataclasses", "difflib", "enum", "fnmatch",
    "functools", "hashlib", "heapq", "html", "io", "itertools", "json", "math", "operator", "posixpath", "re",
    "shlex", "string", "textwrap", "types", "typing", "unicodedata", "urllib.parse", "warnings",
}  # fmt: skip

EDGES = ("cli", "hook", "lsp", "mcp", "verify")
"""Folders that convert between the core and a protocol. ``cli`` may start another edge, as its command."""

ONLY_IN = {
    "lsprotocol": ("lsp/",),
    "pygls": ("lsp/",),
    "mcp": ("mcp/",),
    "mcp_types": ("mcp/",),
    "os": (
        "machine.py",
        "workspace.py",
        "git.py",
        "checks.py",
        "receipts.py",
        "lsp/stdio.py",
        "verify/",
        "hook/",
        "mcp/",
    ),
    "pathlib": ("workspace.py", "git.py", "receipts.py", "verify/"),
    "shutil": ("workspace.py", "git.py", "verify/"),
    "tempfile": ("workspace.py", "verify/", "git.py"),
    "glob": (),
    "subprocess": ("git.py", "checks.py", "verify/"),
    "socket": ("verify/",),
    "requests": (),
    "httpx": (),
    "urllib.request": (),
    "http": ("verify/",),
}
"""Which parts of the package may import a module that reaches outside."""

HOST_IDS_ALLOWED = ("core/hosts/", "hook/", "verify/", "settings.py")

LINES, FUNCTION_LINES = 300, 50


def imports(name: str) -> Iterator[tuple[str, int]]:
    """Every module that a file of the package imports, with the line, also inside functions."""
    for node in ast.walk(TREES[name]):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, node.lineno
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name}:{node.lineno} relative import"
            for alias in node.names:
                yield f"{node.module}.{alias.name}", node.lineno


def is_part(module: str, of: str) -> bool:
    return module == of or module.startswith(of + ".")


def offences(found: Iterator[str]) -> None:
    rows = list(found)
    assert not rows, "\n" + "\n".join(rows)


def test_the_core_imports_only_pure_modules():
    offences(
        f"{name}:{line} imports {module}"
        for name in MODULES
        if name.startswith("core/")
        for module, line in imports(name)
        if not any(is_part(module, allowed) for allowed in CORE_MAY_IMPORT)
    )


def test_only_the_named_modules_reach_outside():
    offences(
        f"{name}:{line} imports {module}"
        for name in MODULES
        for module, line in imports(name)
        for banned, allowed in ONLY_IN.items()
        if is_part(module, banned) and not name.startswith(allowed)
    )


def test_nothing_but_the_disk_opens_files():
    offences(
        f"{name}:{node.lineno} calls open"
        for name, tree in TREES.items()
        if not name.startswith(("workspace.py", "receipts.py", "verify/"))
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "open"
    )


def test_edges_do_not_import_each_other():
    def edge_of(name: str) -> str | None:
        return next((edge for edge in EDGES if name.startswith(edge + "/")), None)

    def starts_it(name: str, module: str) -> bool:
        """A command that starts an edge imports its ``server`` module: cli/server.py lsp's, cli/mcp.py mcp's."""
        return name.startswith("cli/") and module.split(".")[2:3] == ["server"]

    offences(
        f"{name}:{line} imports {module}"
        for name in MODULES
        for module, line in imports(name)
        for edge in EDGES
        if edge_of(name) != edge and is_part(module, f"guidechain.{edge}") and edge_of(name)
        if not starts_it(name, module)
        if not (name.startswith("cli/") and edge in ("hook", "verify"))
    )


def test_the_core_and_the_disk_import_no_edge():
    offences(
        f"{name}:{line} imports {module}"
        for name in MODULES
        if not name.startswith((*(f"{edge}/" for edge in EDGES), "__main__.py"))
        for module, line in imports(name)
        if any(is_part(module, f"guidechain.{edge}") for edge in EDGES)
    )


def test_host_ids_stand_in_host_modules_only():
    ids = {host.id for host in import_module("guidechain.core.hosts").HOSTS}
    assert ids
    offences(
        f"{name}:{node.lineno} names the host {node.value!r}"
        for name, tree in TREES.items()
        if not name.startswith(HOST_IDS_ALLOWED)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in ids
    )


def test_no_module_keeps_mutable_state():
    offences(f"{name}:{line} {what}" for name, tree in TREES.items() for line, what in mutable_state(tree))


def mutable_state(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Caches, ``global`` statements, and module-level containers whose type does not promise that nobody writes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Global):
            yield node.lineno, "global statement"
        if isinstance(node, ast.Attribute | ast.Name):
            word = node.attr if isinstance(node, ast.Attribute) else node.id
            if word in ("lru_cache", "cache", "cached_property"):
                yield node.lineno, word
    changed = {written for written in changed_names(tree)}
    for node in tree.body:
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        for target in targets:
            if isinstance(target, ast.Name) and target.id in changed:
                yield node.lineno, f"{target.id} is changed after it is made"


def changed_names(tree: ast.Module) -> Iterator[str]:
    """Names whose value some statement of the module changes in place."""
    writers = {
        "append",
        "add",
        "update",
        "pop",
        "clear",
        "extend",
        "insert",
        "remove",
        "setdefault",
        "discard",
        "popitem",
    }
    local = {
        name.arg
        for node in ast.walk(tree)
        if isinstance(node, ast.arguments)
        for name in ast.walk(node)
        if isinstance(name, ast.arg)
    }
    local |= {
        target.id
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for target in ast.walk(function)
        if isinstance(target, ast.Name) and isinstance(target.ctx, ast.Store)
    }
    for node in ast.walk(tree):
        written = None
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in writers:
            written = node.func.value
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del):
            written = node.value
        if isinstance(written, ast.Name) and written.id not in local:
            yield written.id


def table_modules(table: object) -> list[str]:
    """The module names in a table of modules, of functions, or of rows that start with a name."""
    names = []
    for row in table:  # type: ignore[attr-defined]
        if isinstance(row, tuple):
            names.append(str(row[0]).replace("-", "_"))
        elif hasattr(row, "__module__"):
            names.append(row.__module__.rpartition(".")[2])
        else:
            names.append(row.__name__.rpartition(".")[2])
    return names


def in_folder(folder: str, marker: str) -> list[str]:
    """The modules directly in ``folder`` that define ``marker``."""
    return [
        name.rpartition("/")[2].removesuffix(".py")
        for name, tree in TREES.items()
        if name.startswith(folder) and "/" not in name[len(folder) :] and not name.endswith("__init__.py")
        if marker in {defined(node) for node in tree.body}
    ]


def defined(node: ast.stmt) -> str:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return node.name
    target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
    return target.id if isinstance(target, ast.Name) else ""


def test_every_command_stands_in_its_table():
    assert sorted(table_modules(import_module("guidechain.cli").COMMANDS)) == sorted(in_folder("cli/", "run"))


def test_every_host_stands_in_its_table():
    hosts = import_module("guidechain.core.hosts").HOSTS
    assert sorted(host.id.replace("-", "_") for host in hosts) == sorted(in_folder("core/hosts/", "HOST"))


def test_every_check_stands_in_its_table_with_its_documentation():
    checks = import_module("guidechain.core.diagnostics").CHECKS
    assert sorted(check.CODE.replace("-", "_") for check in checks) == sorted(in_folder("core/diagnostics/", "CODE"))
    for check in checks:
        assert re.fullmatch(r"[a-z]+(-[a-z]+)+", check.CODE)
        assert check.__doc__
        assert len(check.__doc__.split()) > 20, f"{check.CODE}: the docstring is the page that users read"


def test_every_feature_stands_in_its_table():
    """Read from the text: importing the features would load the protocol's types."""
    folder = "lsp/features/"
    files = {name[len(folder) :].removesuffix(".py") for name in MODULES if name.startswith(folder)} - {"__init__"}
    rows = {
        node.value.id
        for statement in TREES[folder + "__init__.py"].body
        if defined(statement) in ("FEATURES", "COMMANDS")
        for node in ast.walk(statement)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    }
    assert files == rows


def test_files_and_functions_stay_small():
    """A longer one gives its reason in its docstring, with the word "because" or "long"."""

    def has_reason(node: ast.Module | ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
        return re.search(r"\b(because|long)\b", ast.get_docstring(node) or "", re.IGNORECASE) is not None

    def rows() -> Iterator[str]:
        for name, tree in TREES.items():
            lines = MODULES[name].read_text("utf-8").count("\n")
            if lines > LINES and not has_reason(tree):
                yield f"{name} has {lines} lines"
            for node in ast.walk(tree):
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                    length = (node.end_lineno or 0) - node.lineno + 1
                    if length > FUNCTION_LINES and not has_reason(node):
                        yield f"{name}:{node.lineno} {node.name} has {length} lines"

    offences(rows())


@pytest.mark.parametrize("arguments", ["--version", "--help", "chain --help", "chain . --format json"])
def test_the_command_line_loads_neither_pygls_nor_mcp(arguments: str):
    """Each costs half a second or more; the parsers of Markdown, YAML and globs are not paid for where unused."""
    script = (
        "import sys; from guidechain.cli import main\n"
        f"try: main({arguments.split()!r})\n"
        "except SystemExit: pass\n"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}), file=sys.stderr)"
    )
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE.parent)}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment, check=True)
    loaded = set(done.stderr.split("\n")[-2].split())
    assert {"guidechain", "argparse"} <= loaded
    assert not loaded & {"pygls", "lsprotocol", "mcp", "mcp_types", "asyncio", "cattrs", "attrs", "pydantic"}


def test_public_text_names_no_machine():
    """No absolute path of a developer's machine and no address of a private registry in what is published."""
    root = PACKAGE.parent.parent
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=root, capture_output=True, text=True, check=True).stdout
    offences(
        f"{name} holds {found.group()}"
        for name in listed.split("\0")
        if name.endswith((".md", ".py", ".toml", ".json", ".lua", ".ts", "/run", ".sh")) and "cases/" not in name
        if name != "tests/test_architecture.py"
        for path in [root / name]
        if path.is_file()
        for found in [re.search(r"/work/(main|shared)\b|/root/\.|index-url", path.read_text("utf-8", "replace"))]
        if found
    )


def test_the_server_loads_early_what_the_core_imports_late():
    """Else an import of 20 ms holds the hover that meets it first."""
    late = {
        module
        for name in MODULES
        if name.startswith("core/") or name == "settings.py"
        for module in imports_in_functions(name)
    }
    loaded = import_module("guidechain.lsp.server").LOADED_LATE
    assert [each for each in loaded if not any(is_part(each, module) for module in late)] == []
    assert [module for module in late if not any(is_part(each, module) for each in loaded)] == []


def imports_in_functions(name: str) -> Iterator[str]:
    """The modules that functions of a file import."""
    for function in ast.walk(TREES[name]):
        for node in ast.walk(function) if isinstance(function, ast.FunctionDef) else ():
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                assert node.module
                for alias in node.names:
                    inner = f"{node.module}.{alias.name}"
                    yield (
                        inner if f"{inner.removeprefix('guidechain.').replace('.', '/')}.py" in MODULES else node.module
                    )
