"""Text of one block as the grammar reads it: each path, command or code name is one character.

``PATH``, ``COMMAND`` and ``CODE`` stand for the code spans, links and bare paths of the text; ``Flat.tokens`` says
what each stands for. Everything else is the text in lower case, so that the grammar is plain regular expressions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from guidechain.core.document import Block, Document
from guidechain.core.lazy_regex import lazy_regex

PATH, COMMAND, CODE = "\ue000", "\ue001", "\ue002"
Kind = Literal["path", "command", "code"]
_MARK: dict[Kind, str] = {"path": PATH, "command": COMMAND, "code": CODE}


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


EXTENSIONS = _words(
    "adoc avif bin bzl bib c cc cfg cjs clj cmake conf cpp cr cs csproj css csv cts cxx d dart db diff dll "
    "dylib edn ejs el elm erb erl ex exe exs fbs fs fsproj fsx gd gen gif go gql gradle graphql graphqls "
    "groovy h haml hbs hcl hpp hrl hs htm html ico inc ini ipynb java jl js json json5 jsonc jsonl jsx kt kts "
    "less lib liquid lock lua m md mdc mdx mjs mk ml mli mm mod mts mustache nim nix njk o pbxproj pem php "
    "phtml pl plist png po pot prisma properties proto ps1 pug py pyc pyi pyx r rb rbi rs rst sass sbt scala "
    "scm scss sh sln snap so sol sql sqlite sqlite3 storyboard strings styl sum svelte svg swift t tcl tf "
    "tfvars toml tpl tres ts tscn tsv tsx ttf twig txt typ v vb vim vue wasm webp woff woff2 xib xlf xliff xml "
    "xsd yaml yml zig zsh key crt cer p12 pfx local tfstate template tmpl j2 golden env doc docx xls xlsx ppt pptx "
    "odt ods zip tar gz jar mp3 mp4 wav ogg psd fbx glb blend unity prefab asset uasset umap parquet npy npz h5 "
    "onnx safetensors pkl pth sty cls bst tex xcconfig xcstrings entitlements lean agda idr v sv vhd hx"
)
"""Endings that make a dotted word a file."""
FILES = _words(
    "makefile dockerfile containerfile justfile rakefile gemfile procfile jenkinsfile vagrantfile brewfile "
    "podfile license licence codeowners changelog go.mod go.sum gradlew mvnw"
)
TITLED = _words("Makefile Dockerfile Justfile Jenkinsfile Procfile Gemfile Podfile LICENSE CODEOWNERS VERSION NOTICE")
"""Names that are files if written so, without code marks too."""
FOLDERS = _words(
    "vendor vendored third_party third-party thirdparty node_modules dist generated __generated__ "
    "__snapshots__ migrations coverage testdata"
)
"""Names without a slash that stand for a folder when a sentence bans editing them."""
DOTTED = _words(
    ".ds_store .env .env.local .env.production .env.development .env.test .env.example .gitattributes .gitmodules "
    ".gitconfig .editorconfig .mailmap .envrc .tool-versions .python-version .ruby-version .node-version "
    ".java-version .nvmrc .clang-format .clang-tidy .flake8 .htaccess .cursorrules .git .github .vscode .idea "
    ".claude .cursor .codex .husky .circleci .venv .next .turbo .cache .nuxt .yarn .gradle .devcontainer "
    ".changeset .bazelrc .netrc .pypirc .dockerignore .npmignore .prettierrc .eslintrc .babelrc"
)
"""Dotted names that are files or folders; any other is taken for an ending or a method."""
PROGRAMS = _words(
    "npm pnpm yarn bun bunx npx deno node uv uvx pip pipx poetry pdm hatch rye python python3 tox nox pytest "
    "ruff mypy black make just task cargo rustup go gofmt golangci-lint buf protoc docker podman kubectl helm "
    "terraform git gh mvn gradle sbt bazel bazelisk dotnet msbuild cmake ninja meson mix rebar3 elixir stack "
    "cabal bundle rake rails ruby composer php artisan swift xcodebuild pod flutter dart melos nx turbo lerna "
    "rush moon mise direnv nix tsc eslint prettier biome jest vitest playwright cypress sh bash zsh sed awk "
    "grep cat cp mv rm cd ls curl wget psql sqlx diesel alembic prisma drizzle-kit kysely supabase wrangler "
    "vercel firebase pre-commit lefthook flake8 pylint isort pyright rubocop rspec phpunit mocha ava swiftlint "
    "ktlint detekt mkdocs sphinx-build hugo jekyll hadolint shellcheck markdownlint actionlint yamllint tflint "
    "helmfile skaffold ctest clang-format clang-tidy cppcheck luacheck stylua busted zig nim crystal gleam "
    "dune opam scalafmt expo ng astro next nuxt vite webpack rollup esbuild tsup changeset goreleaser sqlc dbt "
    "uvicorn gunicorn flask streamlit conda pixi asdf hurl k6 oxlint stylelint knip tsx ts-node vue-tsc "
    "svelte-check wasm-pack maturin trunk cross"
)
_DOTTED = lazy_regex(rf"{'|'.join(map(re.escape, DOTTED))}|\.\w+(?:ignore|rc|attributes)")
_CODE_OBJECTS = lazy_regex(
    r"(?:process|console|window|document|module|exports|self|this|os|sys|math|json|object|array|promise|"
    r"import\.meta)\.|(?:c|ctx|context|deno|bun|req|request|event|platform|locals|worker)\.env$",
    re.I,
)
_PRODUCTS = lazy_regex(
    r"(?:node|next|vue|nuxt|express|three|d3|react|ember|alpine|chart|moment|socket|discord)\.js", re.I
)
_BARE = lazy_regex(
    r"(?<![\w@/:.~\\-])(?:(?:\.{1,2}/|~/|/)?[\w.@*{}\[\]<>-]+(?:/[\w.@*{}\[\],<>-]*)+|"
    rf"\*?[\w.-]*\.[A-Za-z][\w]*|(?:{'|'.join(sorted(TITLED))}))(?![\w/])",
    re.ASCII,
)
_FOLDER_CONTEXT = lazy_regex(
    rf"{CODE}(?=\s(?:(?:sub)?folders?|(?:sub)?director(?:y|ies)|dirs?|tree)\b|\s?(?:目录|文件夹|下|フォルダ|ディレクトリ|配下|"
    r"以下|폴더|디렉터리|디렉토리|아래))"
    rf"|(?<=thing in ){CODE}|(?<=thing under ){CODE}|(?<=files in ){CODE}|(?<=files under ){CODE}"
)
_ENDING_FILES = lazy_regex(
    rf"(?:(?<=ending in )|(?<=ending with )|(?<=end in )|(?<=end with ))[{PATH}{CODE}]"
    rf"|[{PATH}{CODE}](?=\s(?:files?|bindings|modules|sources)\b)"
)
"""``.pb.go`` in "`.pb.go` files"."""
_OF_KIND = lazy_regex(r"\s(?:files?|bindings|modules|sources)\b")
_BLANK = lazy_regex(r"\s")
_PLAIN = str.maketrans({"\u2010": "-", "\u2011": "-", "\u00a0": " "})
_MEDIA = lazy_regex(r"(?:application|text|image|audio|video|font|multipart)/[\w.+-]+")


@dataclass(frozen=True)
class Token:
    """A path, command or other code name: as written, and its offsets in the document. ``page``: the target of a link
    with other words, which a later "it" seldom means."""

    kind: Kind
    text: str
    start: int
    end: int
    page: bool = False


@dataclass(frozen=True)
class Flat:
    """Text with one character for each token. ``offsets`` maps characters to the document; ``tokens`` by position."""

    text: str
    offsets: tuple[int, ...]
    tokens: dict[int, Token]

    def part(self, start: int, end: int) -> Flat:
        """The stretch from ``start`` to ``end``."""
        inside = {at - start: token for at, token in self.tokens.items() if start <= at < end}
        return Flat(self.text[start:end], self.offsets[start:end], inside)


def flatten(document: Document, block: Block, exists: Callable[[str], bool]) -> Flat:
    """The text of a paragraph, heading or cell; markup and comments leave a blank or nothing."""
    pieces: list[tuple[int, int, Token | None]] = []
    done = -1
    for inline in document.inlines(block):
        if inline.start < done:
            continue
        raw = document.text[inline.start : inline.end]
        if inline.kind in ("html", "image"):
            done = inline.end
        elif inline.kind == "code":
            pieces.append(
                (inline.start, inline.end, classify(raw.strip("`").strip(), inline.start, inline.end, exists))
            )
        elif inline.kind == "link" and _local(inline.target):
            target = inline.target.split("#")[0].removeprefix("<").removesuffix(">")
            words = raw[1 : raw.find("](")].strip("`*_ ")
            name = target.rstrip("/").rpartition("/")[2].lower()
            page = not is_path(words) and words.lower() not in (name, name.partition(".")[0])
            pieces.append((inline.start, inline.end, Token("path", target, inline.start, inline.end, page)))
            done = inline.end
        elif inline.kind in ("text", "escape"):
            start = inline.start + (inline.kind == "escape")
            pieces.append((start, inline.end, None))
    return _joined(document.text, pieces, exists)


def flatten_text(text: str, start: int, end: int, exists: Callable[[str], bool]) -> Flat:
    """The same for plain text with code marks, such as a comment or a line of a fence."""
    pieces: list[tuple[int, int, Token | None]] = []
    at = start
    for found in re.compile(r"`([^`\n]+)`").finditer(text, start, end):
        pieces.append((at, found.start(), None))
        pieces.append((found.start(), found.end(), classify(found[1].strip(), found.start(), found.end(), exists)))
        at = found.end()
    return _joined(text, [*pieces, (at, end, None)], exists)


def classify(text: str, start: int, end: int, exists: Callable[[str], bool]) -> Token:
    """What the code span ``text`` stands for."""
    words = text.split()
    if len(words) > 1 or (text in PROGRAMS and not exists(text)):
        first = re.sub(r"^(?:[A-Z_]+=\S+\s+|\$\s+)+", "", text).split()
        program = first[0].rpartition("/")[2] if first else ""
        known = program.lower() in PROGRAMS or (len(first) > 1 and ("/" in first[0] or re.search(r"\s--?\w", text)))
        return Token("command" if known else "code", text, start, end)
    return Token("path" if is_path(text) or exists(text) or text.lower() in FOLDERS else "code", text, start, end)


def is_path(text: str) -> bool:
    """Whether a word reads as a file, a folder or a glob of them."""
    if (
        not text
        or text.endswith(")")
        or ("/" not in text and "(" in text)
        or re.search(r"[\s=;|&$\"'`]|://|^[@#-]|\\n|^\.+$", text)
        or _MEDIA.fullmatch(text)
    ):
        return False
    if re.fullmatch(r"[A-Za-z]:[\\/].*", text):
        return True
    if "/" in text:
        plain = re.search(r"[^/.*\s]", text) is not None or "**" in text
        if re.fullmatch(r"/(?:api|auth|graphql|health|v\d)(?:/[\w:{}-]+)*", text):
            return False
        return plain and not re.search(r"/(?::\w+|\{\w+\})$", text)
    if _CODE_OBJECTS.match(text) or _PRODUCTS.fullmatch(text):
        return False
    if re.search(r"\*\.\w|^\.\w+\*", text):
        return True
    if text.endswith("*"):
        return len(text) > 1 and is_path(text.rstrip("*.-_"))
    name, dot, ending = text.lower().rpartition(".")
    if text.startswith("."):
        return (
            bool(name and ending in EXTENSIONS)
            or text.lower() in DOTTED
            or bool(re.search(r"(?:rc|ignore|lock)$", text))
        )
    return bool(name and dot and re.sub(r"\W", "", ending) in EXTENSIONS) or text.lower() in FILES or text in TITLED


def _local(target: str) -> bool:
    return bool(target) and not re.match(r"[a-z][a-z0-9+.-]*:|//|#", target, re.I) and is_path(target.split("#")[0])


def _joined(text: str, pieces: Iterable[tuple[int, int, Token | None]], exists: Callable[[str], bool]) -> Flat:
    chars: list[str] = []
    offsets: list[int] = []
    tokens: dict[int, Token] = {}
    last = None
    for start, end, token in pieces:
        if last is not None and start > last and re.search(r"\s", text[last:start]):
            chars.append(" ")
            offsets.append(last)
        last = end
        if token is not None:
            tokens[len(chars)] = token
            chars.append(_MARK[token.kind])
            offsets.append(start)
            continue
        for piece in _with_bare_paths(text, start, end, exists):
            if isinstance(piece, Token):
                tokens[len(chars)] = piece
                chars.append(PATH)
                offsets.append(piece.start)
            else:
                chars += _lower(text[piece.start : piece.stop])
                offsets += piece
    flat = "".join(chars).translate(_PLAIN)
    for found in _FOLDER_CONTEXT.finditer(flat):
        at = found.start()
        token = tokens[at]
        if re.fullmatch(r"[\w.-]+", token.text):
            tokens[at] = Token("path", token.text + "/", token.start, token.end)
            flat = flat[:at] + PATH + flat[at + 1 :]
    for found in _ENDING_FILES.finditer(flat):
        token = tokens[found.start()]
        named = r"[\w.-]*\.\w+" if flat[: found.start()].endswith(("in ", "with ")) else r"(?:\.\w+)+"
        ending = re.fullmatch(named, token.text) and token.text.lower() not in DOTTED
        if ending and token.text.rpartition(".")[2].lower() in EXTENSIONS:
            tokens[found.start()] = Token("path", "*" + token.text, token.start, token.end)
            flat = flat[: found.start()] + PATH + flat[found.start() + 1 :]
    return Flat(flat, tuple(offsets), tokens)


def _lower(text: str) -> str:
    """``text`` in lower case with plain blanks, of the same length."""
    low = text.lower()
    if len(low) != len(text):
        low = "".join(each.lower() if len(each.lower()) == 1 else each for each in text)
    return _BLANK.sub(" ", low)


def _with_bare_paths(text: str, start: int, end: int, exists: Callable[[str], bool]) -> Iterator[range | Token]:
    """Offsets of stretches of plain characters, and a token for each path that stands without code marks."""
    at = start
    for found in _BARE.finditer(text, start, end):
        word = found[0].rstrip(".,")
        if _plain_path(word, exists):
            yield range(at, found.start())
            at = found.start() + len(word)
            yield Token("path", word, found.start(), at)
        elif re.fullmatch(r"(?:\.\w+)+", word) and _OF_KIND.match(text, found.start() + len(word), end):
            yield range(at, found.start())
            at = found.start() + len(word)
            yield Token("path", f"*{word}", found.start(), at)
    yield range(at, end)


def _plain_path(word: str, exists: Callable[[str], bool]) -> bool:
    if "/" not in word:
        return is_path(word) and (not word.startswith(".") or _DOTTED.fullmatch(word.lower()) is not None)
    ending = word.rpartition("/")[2]
    shaped = not ending or "*" in word or is_path(ending) or word.startswith(("/", "./", "../", "~/"))
    return exists(word) or (shaped and is_path(word) and len(word) > 2)
