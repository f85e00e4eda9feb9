"""Nouns around a path: do they mean the file, files in the folder, a part of it, or something else?"""

from __future__ import annotations

import re

from guidechain.core.guards.claims import Group, Sentence
from guidechain.core.guards.flat import CODE, COMMAND, Flat, Token
from guidechain.core.lazy_regex import lazy_regex

PART = lazy_regex(
    r"\b(?:fields?|keys?|sections?|parts?|blocks?|regions?|lines?|headers?|footers?|entr(?:y|ies)|values?|"
    r"columns?|propert(?:y|ies)|settings?|options?|version|"
    r"functions?|methods?|class(?:es)?|names?|signatures?|apis?|interfaces?|imports?|exports?|behaviou?rs?|"
    r"logic|order(?:ing)?|structure|format(?:ting)?|layout|style|"
    r"tables?|rows?|badges?|comments?|constants?|variables?|parameters?|contract|semantics|defaults?|license "
    r"header|numbers?|ids?|routes?|endpoints?|"
    r"campos?|champs?|felder|feld|поле|поля|字段|フィールド|필드|between)\b"
)


NOT_A_PATH = lazy_regex(
    r"^\s*(?:labels?|branch(?:es)?|tags?|tables?|columns?|fields?|keys?|flags?|variables?|env(?:ironment)? "
    r"vars?|functions?|class(?:es)?|methods?|"
    r"endpoints?|routes?|urls?|options?|settings?|packages?|namespaces?|scopes?|teams?|users?|channels?|"
    r"topics?|queues?|buckets?|schemas? name|"
    r"commands?|targets?|scripts? in|events?|types?|interfaces?|symbols?|constants?|props?|attributes?|"
    r"headers?|pipelines?|jobs?|images?|repos?(?:itory)?)\b"
)


LABELLED = lazy_regex(r"\b(?:branch(?:es)?|tags?|labels?|endpoints?|routes?|urls?)\b[\s:*_]*$")
"""Before a path: it is the name of something else."""


SELF = lazy_regex(
    r"\b(?:this|the present) (?:file|document|page|agents\.md|claude\.md|instruction file)\b"
    r"|本文件|此文件|このファイル|이 "
    r"파일|diese datei|ce fichier|este (?:archivo|arquivo|fichero)|этот файл|questo file|dit bestand"
)


HERE = lazy_regex(
    r"\b(?:in|under|inside|within) this (?:folder|directory|package|tree)\b|\bthis (?:whole |entire "
    r")?(?:folder|directory|tree) "
)


THESE = lazy_regex(
    r"\b(?:these|the following|any of (?:these|the following)|those|following)\b|以下|次の|다음|folgende|suivants?|"
    r"siguientes?|seguintes?|следующ"
)


FOLLOWING = lazy_regex(r"\bfollowing\b|以下|次の|다음|folgende|suivants?|siguientes?|seguintes?|следующ")
GENERIC = lazy_regex(
    r"\b(?:generated|auto-?generated|vendored|compiled|built|third-party|derived) (?:files?|code|sources?|"
    r"outputs?|artifacts?|artefacts?|content|things|types)\b"
)


FILE_NOUNS = (
    r"(?:files?|code|sources?|pages?|templates?|translations?|migrations?|snapshots?|fixtures?|typings|types|"
    r"bindings?|clients?|schemas?|assets?|"
    r"stubs?|docs?|documents?|documentation|payloads?|outputs?|artifacts?|artefacts?|bundles?|builds?|"
    r"packages?|modules?|librar(?:y|ies)|scripts?|"
    r"workflows?|configs?|configurations?|tests?|images?|icons?|data|resources?|lockfiles?|specs?|definitions?|"
    r"protos?|models?|contents?|things?|"
    r"stuff|internals|anything|everything|something|folders?|director(?:y|ies)|subfolders?|subdirectories|json|yaml|"
    r"mocks?|goldens?|results?|reports?|"
    r"examples?|samples?|vectors?|recordings?|cassettes?|dumps?|sql|css|html|markdown|posts?|entries|records?|"
    r"changesets?|adrs?|decisions?|rfcs?|"
    r"chapters?|plugins?|patches|headers|dependencies|deps|submodules?|checkouts?|copies|copy|manifests?|"
    r"charts?|locales?|components?|themes?|"
    r"stylesheets?|fonts?|binar(?:y|ies)|executables?|archives?|mirrors?|forks?|clones?|notebooks?|logs?|"
    r"caches?|baselines?|prompts?|rules|guides?|articles?|playbooks?|shaders?|textures?|scenes?|prefabs?|"
    r"profiles?|presets?|wheels?|jars?|blobs?|firmware|drivers?|media|certificates?|secrets|credentials|ones?|"
    r"material|paths?|trees?|sdks?|apis? files|js|"
    r"ts|typescript|javascript|python|go|rust)"
)


_WHOLE = lazy_regex(
    r"(?:(?:the|a|an|any|all|of|these|those|this|that|our|your|its|every|each|existing|generated|"
    r"auto-?generated|vendored|root|top-level|whole|entire|"
    r"actual|real|compiled|checked-in|committed|already|files?|contents?|anything|everything|something|"
    r"folders?|director(?:y|ies)|in|under|file named|"
    r"ending|matching|that end|"
    r"lock|config|configuration|manifest|lockfiles?|copy|copies|copied|snapshots?|legacy|shared|and|or|"
    r"of|e\.?g\.?|i\.?e\.?|such as|like|namely|including|especially)\b[,.]?\s*)*"
)


_PREPOSITION = lazy_regex(
    r"(?:^|[\s(])(in|under|inside|within|below|beneath|of|at|to|into|on|from|matching|across|"
    r"throughout)\s+(?:the\s+|our\s+|your\s+|its\s+|any\s+)?$"
)


_EXAMPLES = lazy_regex(
    r"(?:\(\s*|,\s*|\s)(?:e\.?g\.?,?|i\.?e\.?,?|such as|like|namely|including|for example,?|for instance,?|"
    r"especially|mainly)\s+(?:the\s+)?$|\(\s*(?:in |under |the )?$"
)


REFERRING = lazy_regex(
    r"(?:(?:any of|all of|either of|any|all)\s+)?(?:it|them|these|those|this|that|its contents?|there|here|one|"
    rf"(?:these|those|this|that|such|(?:the )?following)\s+(?:\w+\s+)?(?:\w+\s+)?{FILE_NOUNS}|"
    r"(?:(?:the|its|any|all|generated|auto-?generated|vendored|compiled|built|resulting|emitted|json|yaml|"
    r"whole|entire)\s+)*"
    r"(?:files?|folders?|director(?:y|ies)|outputs?|contents?|results?|copy|copies|anything|everything)|"
    rf"(?:the |its )(?:generated|auto-?generated|vendored|compiled|resulting|emitted) {FILE_NOUNS})?"
    r"\s*(?:there|here|below|above|in it|in there|inside)?"
)


_NAMES = lazy_regex(rf"^\s*(?:{CODE}(?:\s?,\s?(?:(?:or|and|nor)\s)?|\s(?:or|and|nor)\s))+$")
"""Names of code that stand in one list before a path: "`Card`, `theme()` or P"."""


_INSIDE = lazy_regex(
    rf"\s?(?:里|中|内|的|の|의)[^,，。;；、]*{CODE}"
    r"|\s?(?:里|中|内)(?!的?(?:所有|任何|全部)?(?:文件|代码|内容$))"
)
"""A part of a file, in languages that name it after the file."""


_QUANTITY = lazy_regex(r"\b(?:one|two|three|four|five|more than|multiple|several|many|\d+)\b")


_FOLLOWS = lazy_regex(
    r"\s*(?:$|[^\sa-z]|(?:snapshot|dump|bundle|lockfile|manifest|workflow|script|template|document|by|yourself|"
    r"yourselves|in|on|at|from|to|files?|folders?|director(?:y|ies)|trees?|"
    r"pages?|is|are|was|were|must|should|may|can|will|"
    r"gets?|comes?|ha(?:s|ve)|and|or|nor|but|either|ever|again|with|without|unless|except|instead|because|"
    r"since|as|when|if|while|before|after|until|for|"
    r"via|through|under|outside|inside|within|that|which|please|itself|themselves|alone|during|once|even|any|"
    r"only|too|so|it|they|there|here|now|then|than|"
    r"not|never|always|no|other|apart|besides|be|untouched|unchanged|contents?|code|subdirectories|subfolders|"
    r"today|yet|like|this|these|just|rather|aside|save)\b|\w+ly\b)"
)


OWN_PART = lazy_regex(
    r"^(?:this|these|that|the) (?:table|section|block|part|line|lines|region|header|paragraph|list|heading|"
    r"row|rows)\b"
)


def follows(sentence: Sentence, group: Group, flat: Flat) -> bool:
    """Whether what stands after a path leaves it whole: no field, label or other noun that it only qualifies."""
    after = sentence.text[group.end :]
    if _FOLLOWS.match(after) and not re.match(rf"\s?['’]s\b|\s*{CODE}", after):
        return True
    folder = is_folder(flat.tokens[sentence.start + group.start])
    return folder and re.match(rf"\s+(?:\w+\s)?{FILE_NOUNS}\b", after) is not None


def is_aside(text: str, group: Group) -> bool:
    """Whether the path stands in parentheses after more than a short noun phrase: it is then a remark."""
    opened = text.rfind("(", 0, group.start)
    if opened < 0 or ")" in text[opened : group.start] or ")" not in text[group.end :]:
        return False
    clause = re.split(r"[;:.—–,]\s|\s-\s", text[:opened])[-1]
    return (
        re.fullmatch(r"\W*(?:[\w-]+\s){1,5}", clause) is None
        or re.search(r"\b(?:is|are|was|were|has|have|gets?|must|should|run|use)\b", clause) is not None
    )


def is_whole(
    middle: str, group: Group, sentence: Sentence, flat: Flat, foreign: bool = False, follows: bool = False
) -> bool:
    """Whether words that lead to a path ("the translations under") mean all of it and not a part of a file."""
    token = flat.tokens[sentence.start + group.start]
    folder = is_folder(token)
    after = sentence.text[group.end :]
    if re.match(rf"\s?['’]s\b|\s*{CODE}", after) or (not folder and re.match(rf"\s+(?:{PART.pattern[2:-2]})\b", after)):
        return False
    middle = _NAMES.sub("", middle)
    if CODE in middle or COMMAND in middle or _QUANTITY.search(middle):
        return False
    if follows and not _FOLLOWS.match(after) and not re.match(rf"\s+(?:\w+\s)?{FILE_NOUNS}\b", after if folder else ""):
        return False
    if foreign:
        if _INSIDE.match(after):
            return False
        return folder or PART.search(middle) is None
    lead = re.sub(r"\b(?:by hand|manually|directly|ever|please)\b", " ", middle).strip(" *_:")
    lead = re.sub(r"\b(?:any )?(?:changes|edits|updates|modifications) (?:to|in)$", "", lead)
    lead = f"{lead} " if lead else ""
    if not _PREPOSITION.search(lead):
        lead = re.sub(r"^.*\b(?:or|and|nor)\s+", "", lead)
    examples = _EXAMPLES.search(lead)
    if examples:
        return folder or PART.search(lead[: examples.start()]) is None
    preposition = _PREPOSITION.search(lead)
    if preposition is None:
        return (
            PART.search(lead) is None
            or (folder and re.search(rf"{FILE_NOUNS}\s*$", lead) is not None)
            or _WHOLE.fullmatch(lead) is not None
        )
    noun = re.sub(
        r"\s(?:you (?:write|put|place|add|change|edit)|"
        r"live|lives|are|is|sit|sits|reside|stored|kept|found|located|that|which)\b.*$",
        "",
        lead[: preposition.start()].strip(),
    )
    if not noun or _WHOLE.fullmatch(noun + " "):
        return True
    if re.search(r"\b(?:public|exported|external|visible|wire)\b", noun):
        return False
    content = (
        r"(?:code|types|typings|contents?|definitions|bindings|declarations|translations|data|snapshots|"
        r"fixtures|models)"
    )
    return re.search(rf"\b{FILE_NOUNS if folder else content}$", noun) is not None


def is_folder(token: Token) -> bool:
    """Whether a path reads as a folder or a glob and not as one file."""
    name = token.text.rstrip("/").rpartition("/")[2]
    return token.text.endswith("/") or "*" in token.text or not re.search(r"\w\.\w", name)
