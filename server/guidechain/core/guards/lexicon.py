"""The words of the grammar. Everything is a regular expression over flat text (see ``flat``), in lower case.

A language is one row of ``LANGUAGES``. English comes apart into smaller rules because its sentences vary most.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from guidechain.core.guards.flat import CODE, COMMAND, PATH
from guidechain.core.model import Level

Act = Literal["edit", "delete", "rename", "commit", "read", "create"]
Side = Literal["after", "before", "either"]

_FORMS: dict[Act, tuple[tuple[str, str, str], ...]] = {
    "edit": (
        ("(?:hand[- ])?edit", "(?:hand[- ])?editing", "(?:hand[- ])?edited"),
        ("(?:hand[- ])?modify", "modifying", "modified"),
        ("change", "changing", "changed"),
        ("touch", "touching", "touched"),
        ("alter", "altering", "altered"),
        ("tweak", "tweaking", "tweaked"),
        ("(?:over|re)write", "(?:over|re)writing", "(?:over|re)written"),
        ("update", "updating", "updated"),
        ("patch", "patching", "patched"),
        ("adjust", "adjusting", "adjusted"),
        ("amend", "amending", "amended"),
        ("mutate", "mutating", "mutated"),
        ("refactor", "refactoring", "refactored"),
        ("reformat", "reformatting", "reformatted"),
        ("mess with", "messing with", "messed with"),
        ("tamper with", "tampering with", "tampered with"),
        ("fiddle with", "fiddling with", "fiddled with"),
        ("write (?:in)?to", "writing (?:in)?to", "written to"),
        (
            "make (?:any )?(?:manual )?(?:changes|edits) (?:to|in|under)",
            "making (?:any )?changes (?:to|in|under)",
            "hand-written",
        ),
    ),
    "delete": (("delete", "deleting", "deleted"), ("remove", "removing", "removed"), ("erase", "erasing", "erased")),
    "rename": (("rename", "renaming", "renamed"), ("move", "moving", "moved"), ("relocate", "relocating", "relocated")),
    "commit": (
        ("(?:git )?commit", "committing", "committed"),
        ("check in", "checking in", "checked in"),
        ("stage", "staging", "staged"),
        ("git add", "adding to git", "added to git"),
    ),
    "read": (
        ("read", "reading", "read"),
        ("open", "opening", "opened"),
        ("grep", "grepping", "grepped"),
        ("search", "searching", "searched"),
        ("cat", "catting", "catted"),
        ("view", "viewing", "viewed"),
        ("inspect", "inspecting", "inspected"),
        ("look (?:at|into|inside)", "looking (?:at|into|inside)", "looked at"),
    ),
    "create": (
        (
            "(?:create|add|put|place) (?:new )?(?:files|anything|code|things) (?:in|under|to|into)",
            "adding files to",
            "added to",
        ),
    ),
}
"""Base form, -ing form and participle of the verbs of each act."""


def _any(form: int) -> str:
    return "|".join(sorted((verb[form] for verbs in _FORMS.values() for verb in verbs), key=len, reverse=True))


_OTHERS = (
    "add|create|extend|copy|replace|reorder|run|use|import",
    "adding|creating|copying|replacing",
    "added|created|copied|replaced",
)
"""Verbs that may stand in a list beside the others and forbid nothing by themselves."""


def _list(form: int) -> str:
    """One verb or several: ``edit, move or delete``."""
    adverb = r"(?:\s+(?:directly|manually|by hand))?"
    others = rf"(?:(?:{_OTHERS[form]})(?:\s*[,/]\s*(?:or\s+)?|\s+(?:or|and|nor)\s+))*"
    return rf"{others}(?:(?:\w+,\s+){{1,4}}(?:or|nor|and)\s+)?(?:{_any(form)}){adverb}(?:(?:\s*[,/]\s*(?:or\s+|nor\s+|and\s+)?|\s+(?:or|nor|and)\s+)(?:{_any(form)}){adverb})*\b"


ADVERB = r"(?:(?:ever|manually|directly|also|please|even|hand|simply|under any circumstances|personally|yourself)\s+)*"
NEG = (
    r"(?:do not|don['’]?t|never|must(?: not|n['’]t)|must never|should(?: not|n['’]t)|should never(?: need to| have to)?|never (?:need|have) to|may not|may never|"
    r"(?:you|we|agents?|one|contributors?) can(?: ?not|['’]t)|(?:nobody|no one|no agent|none of you) (?:should|may|must|can|is allowed to)(?: ever)?|can never|shall not|shall never|"
    r"(?:under no circumstances|at no (?:time|point)|in no case)(?: (?:should|must|may|shall|do|can))?(?: (?:you|we|anyone|agents?|one))?(?: ever)?|(?:is |are )?(?:not|never) (?:allowed|permitted|supposed) to|"
    r"(?:is |are )?(?:forbidden|prohibited) (?:to|from)|not to|nor(?: should you)?)"
)
SUBJECT = re.compile(
    r"(?:^\s*|[^\w\s]\s*|\bit['’]s\s+|\b(?:you|we|i|it|agents?|anyone|everyone|one|please|and|or|but|also|then|so|always|just|developers?|contributors?|maintainers?|"
    r"engineers?|humans?|people|claude|codex|copilot|gemini|cursor|llms?|assistants?|ai|bots?|role|subagents?|to|however|therefore|instead|should|note|"
    r"important|warning|directly|thus|hence|otherwise|must|tools)\s+)$"
)
"""What may stand right before a ban with an active verb: another subject speaks of what some code does."""
BAN_ACTIVE = re.compile(rf"\b{NEG}[:,]?\s+{ADVERB}(?P<verbs>{_list(0)})")
BAN_PASSIVE = re.compile(
    r"\b(?:(?:must|should|may|can|shall|do|are|is|ought)\s?(?:not|never|n['’]t)|cannot|never|(?:is|are) not to|not to)\s+"
    rf"(?:to\s+)?(?:ever\s+)?be\s+(?:\w+ly\s+)?(?P<verbs>{_list(2)})"
    rf"|\b(?:is|are) never (?:to be )?(?:\w+ly )?(?P<verbs2>{_list(2)})"
)
BAN_NOUN = re.compile(
    r"(?:^|[^\w\s]\s*|\b(?:make|allow|accept|absolutely|please|must be|should be)\s+)no (?:manual |hand |direct |local |further )*(?:edits?|changes|modifications?|editing|hand-editing)\b(?: (?:are )?(?:allowed|permitted|accepted))?"
    rf"|\b(?:(?:manual|direct|hand|local) )?(?:edits?|changes|modifications?) (?:to|in|under|of) (?P<object>(?:[\w\s-]*?{PATH}[,\s]*(?:or |and )?)+)"
    r"(?:\s?(?:files?|folder|directory))? (?:is|are) (?:strictly |absolutely )?(?:forbidden|prohibited|not (?:allowed|permitted|accepted)|rejected|never (?:allowed|ok|okay|accepted))"
    rf"|\b(?:{_any(1)}) (?P<object2>(?:[\w\s-]*?{PATH}[,\s]*(?:or |and )?)+)(?:by hand |manually |directly )?"
    r"(?:is|are) (?:strictly )?(?:forbidden|prohibited|not (?:allowed|permitted|ok)|never (?:allowed|ok|okay)|off[- ]limits)"
)
_NOT_A_THING = (
    r"(?!\s(?:mode|access|tokens?|fields?|users?|roles?|apis?|replicas?|transactions?|views?|propert(?:y|ies)|databases?|"
    r"connections?|file ?systems?|mounts?|calls?|operations?|quer(?:y|ies)|tools?|commands?|attributes?|arrays?|types?))"
)
_STATES = (
    rf"(?:(?:strictly|considered|completely|totally) )*(?:read[- ]?only{_NOT_A_THING}|off[- ]limits|hands[- ]off|untouchable|"
    r"immutable|frozen|write[- ]protected|a no[- ]go(?: area| zone)?|no[- ]go|out of bounds|not editable|not to be touched|closed for edits)\b"
)
BAN_STATE = re.compile(
    rf"\b(?:is|are|be|stays?|remains?|as|considered|kept) {_STATES}"
    rf"|(?:^|[—–:;(]\s*|\s-\s|[.!]\s+){_STATES}(?:\s+(?:files?|folders?|paths?|director(?:y|ies)|areas?))?(?=\s*(?:$|[—–:;).!(]|,\s(?:never|do not|don)|\s(?:without|unless|until)\b|\s-\s))"
    r"|\bhands off\b|\bkeep (?:your )?hands off\b"
)
BAN_LEAVE = re.compile(
    rf"\bleave\s+(?P<object>[^;.:{COMMAND}]*?)\s?\b(?:alone|as[- ]is|as (?:it|they) (?:is|are)|untouched|unchanged|unmodified|be)\b"
    rf"|\bkeep\s+(?P<object2>[^;.:{COMMAND}]*?{PATH}[^;.:]*?)\s?\b(?:untouched|unchanged|unmodified|as[- ]is|frozen|read-only)\b"
    rf"|\b(?:keep )?(?:your )?hands off (?:of )?(?:the )?(?={PATH})|\b(?:stay out of|keep out of|steer clear of|stay away from)\b"
    r"|\b(?:must|should|has to|have to|needs? to) (?:stay|remain|be left|be kept) (?:untouched|unchanged|unmodified|as[- ]is|alone)\b"
    r"|\b(?:stays?|remains?) (?:untouched|unchanged|unmodified|as (?:it is|they are))\b"
)
APPEND_ONLY = re.compile(
    r"(?:\b(?:is|are|as|stays?|remains?)\s(?:strictly )?|(?:^|[—–:(]\s*|\s-\s)(?:strictly )?)append[- ]only(?=\s*(?:$|[—–:;).,!(]|\s-\s))"
)
AVOID = re.compile(
    rf"\b(?:avoid|refrain from|try not to|prefer not to|you (?:should|would) rather not|better not(?: to)?|try to avoid)\s+{ADVERB}(?P<verbs>{_list(1)}|{_list(0)})"
)
ASK = re.compile(
    r"\b(?:ask|(?:check|confirm|talk|discuss|clear)(?: (?:it|this|that))? with|consult (?:with |the (?:team|user|owner|maintainer)s?)|get (?:approval|permission|sign-?off|confirmation|consent|an ok|a go-ahead)|"
    r"obtain (?:approval|permission)|request (?:approval|permission)|seek (?:approval|permission)|stop and ask)\b"
    rf"[^.;:{PATH}]{{0,50}}?\b(?:before|prior to|when)\s+(?:you (?:ever )?|any(?:one)? |we )?{ADVERB}(?P<verbs>{_list(1)}|{_list(0)}|(?:any )?(?:changes|edits|modifications) (?:to|in))"
    r"|\bask (?:first|before)\b(?=\s*(?:$|[—–:;).,!(|]))"
    rf"|\b(?:any )?(?:(?:changes?|edits?|modifications?) (?:to|in|under)|{_any(1)}) (?P<object>(?:[\w\s-]*?{PATH}[,\s]*(?:or |and )?)+)(?:files? )?"
    r"(?:needs?|requires?|must have|only (?:with|after))\s(?:\w+\s){0,3}?(?:approval|permission|sign-?off|confirmation|consent|review|discussion|go-ahead)"
    rf"|\b(?:needs?|requires?)\s(?:\w+\s){{0,3}}?(?:approval|permission|sign-?off|confirmation|consent)\s(?:before|to|for)\s(?:any\s)?(?:{_any(0)}|{_any(1)}|changes|edits|being (?:{_any(2)}))"
    rf"|\b(?:may|can|should|must) only be (?:{_any(2)})\s(?:\w+\s){{0,2}}?(?:with|after|on|following)\s(?:\w+\s){{0,3}}?(?:approval|permission|sign-?off|request|confirmation|consent|review)"
)
ONLY_PASSIVE = re.compile(
    rf"\b(?:may|can|should|must|is to|are to|is|are) only (?:to )?be (?:{_any(2)}) (?:by|through|via|with) (?:running )?{COMMAND}"
)
NOTE = re.compile(
    r"\b(?:(?:is|are|was|were|gets?|automatically|auto)[- ]?)?(?:auto[- ]?generated|machine[- ]generated|code[- ]?generated|"
    r"generated|vendored|(?:is|are|gets?) (?:automatically )?(?:produced|built|compiled|written|created|rendered|made|emitted|overwritten)(?= (?:by|from|with|automatically|on)\b))\b"
    r"|自动生成|自動生成|自動的に生成|자동 ?생성|automatisch (?:erzeugt|generiert)|généré|generad[oa]s? |gerad[oa]s?|генерируется|автоматически созда"
)
ALLOW = re.compile(
    rf"(?<!not )\b(?:only|solely|exclusively)\s+(?:ever\s+)?(?:{_any(0)}|work (?:in|on|inside|within)|make changes)\s+"
    rf"(?:(?:the|any|all|files|code|things|sources?|anything|content|existing)\s+)*(?:(?:in|under|inside|within|below|of|to)\s+)?(?:the\s+)?(?P<at>{PATH})"
    rf"|\b(?:{_any(0)}|work(?: (?:in|on|inside|within))?|make changes) (?:only|nothing but|files only)\s+(?:(?:the|files|code|things|anything)\s+)*(?:(?:in|under|inside|within|below|to)\s+)?(?:the\s+)?(?P<at2>{PATH})"
    r"|\b(?:restrict|limit|confine|keep|scope)\s+(?:all |any |your |the |every )*(?:changes|edits|work|modifications|yourself|editing|edit)\s+"
    rf"(?:strictly\s+)?(?:to|within|inside|under|in)\s+(?:(?:the|files|in|under)\s+)*(?P<at3>{PATH})"
    rf"|\b(?:{NEG}\s+{ADVERB}(?:{_list(0)})|avoid (?:{_list(1)}))\s+(?:(?:any|anything|files?|code|something|the|a)\s+)*outside(?: of)?\s+(?:the\s+)?(?P<at4>{PATH})"
    rf"|\b(?:changes|edits|modifications|everything|anything|files) outside(?: of)?\s+(?:the\s+)?(?P<at5>{PATH})[^.;]{{0,30}}?\b(?:is|are) (?:not (?:allowed|permitted)|forbidden|off[- ]limits|read-only|prohibited)"
    rf"|\bnothing outside(?: of)?\s+(?:the\s+)?(?P<at6>{PATH})[^.;]{{0,30}}?\b(?:may|should|must|can) (?:ever )?be (?:{_any(2)})"
)
ALLOW_OFF = re.compile(
    r"^\W*(?:\w+\s+){0,2}?\b(?:when|if|for|via|through|with|after|by|using|as part|once|unless|because|to (?:add|fix|bump|change|update))\b"
)

APPROVAL = (
    r"(?:approv|permission|asking|consent|consult|sign-?off|confirm|discuss|talking|agreement|authori[sz]ation|go-ahead|"
    r"the (?:user|team|owner|maintainer)|(?:explicit|prior|being) (?:\w+ )?(?:request|instruction|ask|told)|a (?:review|reason|good reason)|human|good reason|an issue)"
)
TO_ASK = re.compile(
    rf"\bwithout\s+(?:\w+\s+){{0,4}}?{APPROVAL}"
    rf"|\b(?:before|until)\s+(?:\w+\s+){{0,4}}?{APPROVAL}"
    r"|\bunless\b(?!\s+(?:you(?:['’]ve| have)? )?(?:also |first |then )?(?:ran|runs?|run|update|regenerate|add|bump|sync|rebuild|verified|verify|test|keep)\b)"
    r"|\b(?:aside from|apart from|other than|besides) (?![\w\s]*\ue000)"
    r"|\bexcept (?:when|if|with|on|as|to|after|for (?:an? )?(?:\w+ )?(?:request|sync|upgrade|release|update|bump)s?)\b"
    r"|\bonly (?:if|when|with|after|on|upon|edit|touch|change|modify|update|ever)\b[^.;]{0,40}?\b(?:for|when|if|to|as part|ask|request|approv|permission|instruct|told|need|necessary)"
    r"|\b(?:raise|flag|discuss|clear|check|confirm|agree|coordinate|propose|bring) (?:it|this|that|them|the change|any change|changes|first|such changes)?\s?(?:up )?(?:with|to|in|first)\b"
    r"|\bask (?:first|the|an?|for|before|in|me|us|someone|permission|your)\b|\bopen an issue\b|\bcheck with\b|\btalk to\b|\bcontact\b|\bneeds? (?:\w+ )?(?:approval|sign-?off)\b"
    r"|未经|不经|許可(?:なく|なし)|承認(?:なく|なし|を得)|確認(?:なし|せず)|相談(?:なし|せず)|허락|승인|확인 없이|허가|ohne (?:\w+ )?(?:rücksprache|freigabe|absprache|genehmigung|zustimmung|erlaubnis|rückfrage)"
    r"|sans (?:\w+ )?(?:accord|autorisation|demander|permission|validation|approbation|l['’]accord)|sin (?:\w+ )?(?:permiso|aprobaci|preguntar|autorizaci|consultar|confirmaci)"
    r"|sem (?:\w+ )?(?:permiss|aprova|perguntar|autoriza|consultar|confirma)|без (?:\w+ )?(?:согласован|разрешен|спрос|одобрен|подтвержден)|senza (?:\w+ )?(?:permesso|approvazione|autorizzazione|chiedere)"
    r"|zonder (?:\w+ )?(?:toestemming|overleg|goedkeuring)|bez (?:\w+ )?(?:zgody|pozwolenia|uzgodnienia)"
)
TO_AVOID = re.compile(
    r"\b(?:casually|lightly|unnecessarily|needlessly|blindly|carelessly|if (?:possible|you can (?:avoid|help) it|it can be avoided)|where possible|when possible|unless (?:absolutely |strictly |really )?necessary|without (?:a )?(?:good |strong )?(?:reason|need|cause|necessity))\b"
)
TO_NOTE = re.compile(
    r"\bwithout\b(?=[^.;]*\w)|\bunless (?:you|your)\b|\bbefore\b(?=\s+\S)|\buntil\b|\b(?:while|whilst|during|if|when(?:ever)?|once|as long as)\b(?=\s+\w)"
    r"|\bon (?:the )?(?:main|master|release)\b|\bat the same time\b|\btogether\b|\bin the same (?:commit|pr|pull request)\b|\bafter (?:the )?(?:release|freeze|tag)"
    r"|\bsans\b|\bsin\b(?=\s\w)|\bsem\b(?=\s\w)|\bohne\b|\bбез\b|\bsenza\b|\bzonder\b|なしに|せずに|ずに|없이|않고서|之前|前に|전에|\bantes de\b|\bavant de?\b|\bbevor\b|\bперед\b|の場合|時は|때는|如果|除非"
)
PART = re.compile(
    r"\b(?:fields?|keys?|sections?|parts?|blocks?|regions?|lines?|headers?|footers?|entr(?:y|ies)|values?|columns?|propert(?:y|ies)|settings?|options?|version|"
    r"functions?|methods?|class(?:es)?|names?|signatures?|apis?|interfaces?|imports?|exports?|behaviou?rs?|logic|order(?:ing)?|structure|format(?:ting)?|layout|style|"
    r"tables?|rows?|badges?|comments?|constants?|variables?|parameters?|contract|semantics|defaults?|license header|numbers?|ids?|routes?|endpoints?|"
    r"campos?|champs?|felder|feld|поле|поля|字段|フィールド|필드|between)\b"
)
NOT_A_PATH = re.compile(
    r"^\s*(?:labels?|branch(?:es)?|tags?|tables?|columns?|fields?|keys?|flags?|variables?|env(?:ironment)? vars?|functions?|class(?:es)?|methods?|"
    r"endpoints?|routes?|urls?|options?|settings?|packages?|namespaces?|scopes?|teams?|users?|channels?|topics?|queues?|buckets?|schemas? name|"
    r"commands?|targets?|scripts? in|events?|types?|interfaces?|symbols?|constants?|props?|attributes?|headers?|pipelines?|jobs?|images?|repos?(?:itory)?)\b"
)
LIFTED = re.compile(
    r"\b(?:used to|no longer|not anymore|any ?more|formerly|previously|in the past|once (?:forbidden|said)|is over|are over|lifted|obsolete|outdated|"
    r"(?:edit|change) (?:it|them) freely|feel free to (?:edit|change) (?:it|them))\b"
)
REPORTED = re.compile(
    r"\b(?:respected|requested|complained|reported|claimed|mentioned|ignored|violated|honou?red|obeyed|used the words|asked (?:us|me|them)|told (?:us|me|them)|"
    r"(?:agent|user|reviewer|bot|customer|model|team|tool|linter|client)s?\s+(?:\w+ )?(?:said|says|asked|wrote|was told|were told|had|thought|believed)|"
    r"for example|example of|rules? (?:like|such as)|sentences? (?:like|such as)|phrases? (?:like|such as)|instead of (?:writing|saying)|if (?:a|the) (?:user|file|rule|comment|header) says|"
    r"why (?:do|does|did|should|shouldn)|what if|imagine|suppose)\b"
)
QUOTED = re.compile(r"[\"“«„][^\"”»“]{3,200}[\"”»“]|(?<=\s)'[^']{6,200}'(?=[\s.,;:)])")
CONTRADICTS = re.compile(
    r"(?<!not )(?<!never )\b(?:is|are) (?:(?:written|edited|maintained|updated|changed) by hand|hand[- ](?:written|edited|maintained)|(?:edited|changed|updated) (?:by hand|manually|freely))"
)
PERMITTED = re.compile(
    r"\b(?:edit|change|update) (?:it|them|these|those) (?:directly|by hand|freely)|\b(?:should|may|can|must) be (?:edited|changed|modified|updated|written) (?:directly|by hand|manually|freely)|\bhand[- ](?:written|authored|maintained|edited)\b|\beditable\b"
    r"|\b(?:is|are) (?:yours|fine|ok|okay|exempt|editable|safe to edit|allowed|hand[- ]written|written by hand|free to)|\b(?:may|can) be (?:edited|changed|modified)|✅|\bedit freely\b|\bfeel free\b|\b(?:people|humans|you) (?:write|edit)\b"
)
EXISTING = re.compile(
    r"\b(?:existing|already[- ](?:applied|merged|released|shipped|committed|published|run|deployed|landed)|(?:applied|merged|released|shipped|published|committed|deployed|landed|past|historic(?:al)?|old|older|previous) "
    r"(?:\w+ )?(?:migrations?|snapshots?|changesets?|files?|entries|records?|fragments?|changelogs?|versions?|adrs?|decisions?|rfcs?|proposals?|releases?|posts?))\b"
    rf"|(?:\b(?:migrations?|files?|adrs?)|{PATH})[\s)]+(?:that|which) (?:is |are |have |has |was |were )?(?:already )?(?:been )?(?:already )?(?:ran|applied|merged|released|shipped|published|committed|deployed|landed|run|accepted)\b"
    r"|\bonce (?:it is |they are |it has been )?(?:applied|merged|released|shipped|published|committed|deployed|landed)\b|\bafter (?:it is |they are |being )?(?:merged|applied|released)\b"
    r"|已有|已存在|已经?(?:应用|合并|执行|发布|提交)|现有|既存|既に|適用済み|マージ済み|기존|이미|bestehende|vorhandene|bereits|déjà|existant|existente|ya aplicad|já aplicad|уже применённ|уже применен|существующ|esistent|già|bestaande|istniejąc"
)
INSTEAD_VERB = re.compile(
    r"\b(?:use|run|rerun|re-run|execute|invoke|call|edit|change|update|modify|regenerate|rebuild|rode|ejecut\w+|exécute\w*|запусти\w*|через|führe|運行|运行|実行)\b"
)
NEW_INSTEAD = re.compile(
    r"\b(?:add|create|write|generate|make)\s+(?:a |an )?(?:new|another|further|follow-up|fresh)\b\s?(?:one|migration)?"
)
ENDING_IN = re.compile(
    rf"\b(?:ending|that end|which end|end|with (?:the )?(?:suffix|extension|ending)) (?:in|with)?\s*(?={PATH})"
)
EXCEPT = re.compile(
    rf"(?:\bexcept(?:ing)?(?: for)?|\bexcluding|\bother than|\bbut not|\bsave for|\bwith the exception of|\baside from|\bapart from|\bbesides|(?:^|\s|\()exceptions?(?: is| are)?:?|\bthe (?:only |sole |one )?exceptions? (?:is|are|being)|"
    rf"除了|除外|以外|を除|제외|außer|ausgenommen|sauf|à l['’]exception de|excepto|salvo|exceto|кроме|за исключением|tranne|eccetto|behalve|oprócz)"
    rf"\s*(?:(?:for|the|files?|pages?|those|anything|everything|ending|ending in|ending with|named|called|in|under|below|matching|its|of|fichiers?|archivos?|файлов|dateien)\s+)*(?={PATH})"
)
AFTERWARDS_EXCEPT = re.compile(
    rf"(?P<at>{PATH})(?:[^.;{PATH}]{{0,20}}?\b(?:(?:is|are) (?:the|an) (?:only |sole |one )?exception|(?:is|are) exempt)"
    r"|\s?(?:以外|之外|除外|を除|(?:은|는|을|를)? ?제외))"
)
SELF = re.compile(
    r"\b(?:this|the present) (?:file|document|page|agents\.md|claude\.md|instruction file)\b|本文件|此文件|このファイル|이 파일|diese datei|ce fichier|este (?:archivo|arquivo|fichero)|этот файл|questo file|dit bestand"
)
HERE = re.compile(
    r"\b(?:in|under|inside|within) this (?:folder|directory|package|tree)\b|\bthis (?:whole |entire )?(?:folder|directory|tree) "
)
THESE = re.compile(
    r"\b(?:these|the following|any of (?:these|the following)|those|following)\b|以下|次の|다음|folgende|suivants?|siguientes?|seguintes?|следующ"
)
PRONOUN = re.compile(r"\b(?:it|they|them|these|those|this|that|there|here|its)\b|これら|それら|它们|它|그것|sie\b|es\b")
GENERIC = re.compile(
    r"\b(?:generated|auto-?generated|vendored|compiled|built|third-party|derived) (?:files?|code|sources?|outputs?|artifacts?|artefacts?|content|things|types)\b"
)
DECLARED = re.compile(
    r"\b(?:are|is) (?:all |auto-?)?(?:generated|outputs?|build (?:products?|outputs?|artifacts?)|products?|vendored|artifacts?|produced|compiled|derived)|\b(?:this|that) (?:includes|covers|means|concerns|applies to|is)\b"
)


@dataclass(frozen=True)
class Language:
    """Bans of one language. ``side``: where the object stands from the ban."""

    name: str
    ban: re.Pattern[str]
    side: Side = "either"
    avoid: str = ""


def _language(name: str, ban: str, side: Side = "either") -> Language:
    return Language(name, re.compile(ban), side)


LANGUAGES = (
    _language(
        "zh",
        r"(?:不要|请勿|切勿|勿|不得|禁止|严禁|不能|不可以?|不应该?|不允许|别)(?:再|去|对)?(?:直接|手动|手工|人工|随意|擅自|自行|私自)*(?:地)?(?:修改|编辑|改动|更改|变更|改|动|触碰|改写|覆盖|编辑修改)|只读",
    ),
    _language(
        "ja",
        r"(?:直接|手動で|手で|勝手に)?(?:は|を|に)?(?:編集|変更|修正|改変|更新|書き換え|上書き|手を加え|触|さわ|いじ)(?:を|は)?(?:しない|ら?ないで|らない|ない(?:こと|で)|禁止|不可|してはいけ|してはなら|ってはいけ|ってはなら|てはいけ|てはなら|るな|るべからず|厳禁|しては(?:いけ|なら|だめ)|お?やめ)|読み取り専用|編集厳禁|手動編集(?:禁止|不可|しない)",
        "before",
    ),
    _language(
        "ko",
        r"(?:직접 |수동(?:으로)? |손으로 |임의로 |절대 |함부로 )*(?:수정|편집|변경|고치|건드리|손대|바꾸|수동 편집|덮어쓰)(?:하지|지|을|를|은|는)?\s?(?:마|말|않|금지|안 ?[되됩]|불가|하면 안)|읽기 ?전용",
        "before",
    ),
    _language(
        "de",
        r"\b(?:nicht|nie(?:mals)?|keinesfalls|auf keinen fall)\s+(?:[\w\ue000]+\s+){0,3}?(?:bearbeite[nt]?|(?:ver)?änder[ntest]*|editier\w*|anfass\w*|anpass\w*|modifizier\w*|überschreib\w*|geändert|editiert|angefasst|angepasst)\b|\b(?:bearbeite|ändere?|editiere|verändere|fasse?)\w*\s[^.;]{0,60}?\b(?:nicht|nie(?:mals)?)\b|finger weg|\b(?:ist|sind|bleibt|bleiben) (?:schreibgeschützt|tabu|unverändert)|keine (?:manuellen )?änderungen",
    ),
    _language(
        "fr",
        r"(?:\bne\b|\bn['’])\s?(?:(?:pas|jamais|surtout pas|plus)\s+)?(?:\w+\s+)?(?:modifi\w+|édit\w+|touch\w+|chang\w+|altér\w+|être (?:modifié|édité|changé|touché)\w*)(?:\s+(?:pas|jamais|surtout pas|rien))?|\b(?:interdit|défense) de (?:modifier|toucher|éditer|changer)|\bne (?:doi(?:t|vent)|peu(?:t|vent)) (?:pas|jamais) être (?:modifié|édité|changé|touché)\w*|en lecture seule|pas touche",
    ),
    _language(
        "es",
        r"\b(?:no|nunca|jamás)\s+(?:se\s+)?(?:deb[ae]n?\s+|puedes?n?\s+|hay que\s+)?(?:\w+mente\s+)?(?:modifi(?:car|ques?|quen|carse)|edit(?:ar|es|en|arse)|toc(?:ar|arse)|toques?|toquen|cambi(?:ar|es|en|arse)|alter(?:ar|es|en))\b|\b(?:prohibido|no (?:está|se) permit\w+) (?:modificar|editar|tocar|cambiar)|\b(?:es|son) de solo lectura",
    ),
    _language(
        "pt",
        r"\b(?:não|nunca|jamais)\s+(?:se\s+)?(?:dev[ea]m?\s+|pod[ea]m?\s+)?(?:ser\s+)?(?:\w+mente\s+)?(?:modifi\w+|edit\w+|alter\w+|mex[aer]\w*|toque\w*|tocar|mud\w+)|\bproibido (?:modificar|editar|alterar|mexer)|\b(?:é|são) somente leitura",
    ),
    _language(
        "ru",
        r"(?:\bне|\bнельзя|\bзапрещено|\bзапрещается|\bникогда не|\bне надо|\bне нужно|\bне следует)\s+(?:вручную\s+|руками\s+|напрямую\s+)?(?:редактир\w+|измен\w+|меня\w+|трога\w+|прав\w+|модифицир\w+|переписыва\w+|правь\w*)|только для чтения",
    ),
    _language(
        "it",
        r"\b(?:non|mai)\s+(?:\w+mente\s+)?(?:modific\w+|edit\w+|tocc\w+|cambi\w+|alter\w+)|\bvietato (?:modificare|toccare)|\bin sola lettura",
    ),
    _language(
        "nl",
        r"\b(?:niet|nooit)\s+(?:\w+\s+){0,2}?(?:bewerk\w*|wijzig\w*|aanpass\w*|aanra\w+|gewijzigd|bewerkt|aangepast)|\b(?:bewerk|wijzig|verander)\w*\s[^.;]{0,60}?\b(?:niet|nooit)\b|alleen-lezen",
    ),
    _language(
        "pl",
        r"\b(?:nie|nigdy nie)\s+(?:edytuj\w*|edytować|modyfikuj\w*|modyfikować|zmieniaj\w*|zmieniać|ruszaj\w*|dotykaj\w*)|tylko do odczytu",
    ),
    _language(
        "tr",
        r"(?:elle |asla |doğrudan )*(?:düzenleme(?:yin|yiniz)?|değiştirme(?:yin|yiniz)?|dokunma(?:yın|yınız)?)\b|salt okunur",
        "before",
    ),
    _language("uk", r"(?:\bне|\bзаборонено|\bніколи не)\s+(?:вручну\s+)?(?:редагу\w+|змінюв\w+|змінюй\w*|чіпа\w+)"),
)


TRIGGER = re.compile(
    r"\b(?:not|n['’]t|don|never|no|nor|nothing|cannot|forbidden|prohibited|avoid|refrain|ask|check|confirm|consult|talk|discuss|clear|stop|get|obtain|request|seek|"
    r"approval|permission|sign-?off|consent|review|only|solely|exclusively|restrict|limit|confine|keep|scope|outside|leave|stay|stays|steer|remain|remains|"
    r"untouched|unchanged|read[- ]?only|off[- ]limits|hands|untouchable|immutable|frozen|protected|closed|editable|append[- ]only|not to)\b|n['’]t\b|[^\x00-\x7f]"
    r"|\b(?:nicht|nie|niemals|keinesfalls|finger|tabu|keine|ne|interdit|nunca|prohibido|proibido|jamais|non|mai|vietato|niet|nooit|nie|nigdy|elle|asla|d[uo]kunma\w*|no|só|pas)\b"
)
"""A sentence without any of these makes no claim but a note."""


def acts_of(words: str) -> tuple[Act, ...]:
    """The acts that the verbs ``words`` forbid; editing when none is known."""
    found = []
    for act, verbs in _FORMS.items():
        if any(re.search(rf"\b(?:{'|'.join(verb)})\b", words) for verb in verbs):
            found.append(act)
    return tuple(found) or ("edit",)


__all__ = ["CODE", "COMMAND", "PATH", "Level"]
