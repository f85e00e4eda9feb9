"""What softens, limits or lifts a ban: approval, conditions, exceptions, existing files, reports of others' words."""

from __future__ import annotations

import re

from guidechain.core.guards.claims import Match
from guidechain.core.guards.flat import PATH
from guidechain.core.lazy_regex import lazy_regex
from guidechain.core.model import Level

APPROVAL = (
    r"(?:approv|permission|asking|consent|consult|sign-?off|confirm|discuss|talking|agreement|authori[sz]ation|"
    r"go-ahead|"
    r"the (?:user|team|owner|maintainer)|(?:explicit|prior|being) (?:\w+ )?(?:request|instruction|ask|told)|a "
    r"(?:review|reason|good reason)|human|good reason|an issue)"
)


TO_ASK = lazy_regex(
    rf"\bwithout\s+(?:[\w'’-]+\s+){{0,5}}?{APPROVAL}"
    rf"|\b(?:before|until)\s+(?:\w+\s+){{0,4}}?{APPROVAL}"
    r"|\bunless\b(?!\s+(?:you(?:['’]ve| have)? )?(?:also |first |then )?(?:ran|runs?|run|update|regenerate|add|"
    r"bump|sync|rebuild|verified|verify|test|keep)\b)"
    r"|\b(?:aside from|apart from|other than|besides) (?![\w\s]*\ue000)"
    r"|\bexcept (?:when|if|with|on|as|to|after|for (?:an? )?(?:\w+ )?(?:request|sync|upgrade|release|update|"
    r"bump)s?)\b"
    r"|\b(?:edit|touch|change|modify|update) (?:it|them|these|those) only (?:if|when|with|after|on|upon|for|as|"
    r"to|in)\b"
    r"|\bonly (?:if|when|with|after|on|upon|edit|touch|change|modify|update|ever)\b[^.;]{0,40}?\b(?:for|when|"
    r"if|to|as part|ask|request|approv|permission|instruct|told|need|necessary)"
    r"|\b(?!check in\b)(?:raise|flag|discuss|clear|check|confirm|agree|coordinate|propose|bring) (?:it|this|that|them|"
    r"the change|any change|changes|first|such changes)?\s?(?:up )?(?:with|to|in|first)\b"
    r"|\bask (?:first|the|an?|for|before|in|me|us|someone|permission|your)\b|\bopen an issue\b|\bcheck with\b|"
    r"\btalk to\b|\bcontact\b|\bneeds? (?:\w+ )?(?:approval|sign-?off)\b"
    r"|未经|不经|除非|先(?:告知|询问|征得|请示|确认)|同意|許可(?:なく|なし)|承認(?:なく|なし|を得)|確認(?:なし|"
    r"せず)|相談(?:なし|せず)|허락|승인|확인 없이|허가"
    r"|\bes sei denn|\baußer wenn|\bsauf si\b|\bà moins qu|\ba menos que|\bsalvo (?:que|si)\b|\ba não ser que|"
    r"\ba meno che|\btenzij|\bесли только|\bchyba że|않는 한|限り"
    r"|ohne (?:\w+ )?(?:rücksprache|"
    r"freigabe|absprache|genehmigung|zustimmung|erlaubnis|rückfrage)"
    r"|sans (?:\w+ )?(?:accord|autorisation|demander|permission|validation|approbation|l['’]accord)|sin (?:\w+ "
    r")?(?:permiso|aprobaci|preguntar|autorizaci|consultar|confirmaci)"
    r"|sem (?:\w+ )?(?:permiss|aprova|perguntar|autoriza|consultar|confirma)|без (?:\w+ )?(?:согласован|"
    r"разрешен|спрос|одобрен|подтвержден)|senza (?:\w+ )?(?:permesso|approvazione|autorizzazione|chiedere)"
    r"|zonder (?:\w+ )?(?:toestemming|overleg|goedkeuring)|bez (?:\w+ )?(?:zgody|pozwolenia|uzgodnienia)"
)


APPROVED = lazy_regex(APPROVAL)


TO_AVOID = lazy_regex(
    r"\b(?:casually|lightly|unnecessarily|needlessly|blindly|carelessly|if (?:possible|you can (?:avoid|help) "
    r"it|it can be avoided)|where possible|when possible|unless (?:absolutely |strictly |really )?necessary|"
    r"without (?:a )?(?:good |strong )?(?:reason|need|cause|necessity))\b"
)


TO_NOTE = lazy_regex(
    r"\bwithout\b|\bunless (?:you|your)\b|\bbefore\b(?=\s+\S)|\buntil\b|\b(?:while|whilst|during|"
    r"(?<!even )if|(?<!even )when(?:ever)?|once|as long as)\b(?=\s+\w)"
    r"|\bon (?:the )?(?:(?:main|master|release)\b|\ue002)|\bat the same time\b|\bsimultaneously\b|\b(?:just|"
    r"merely|simply|"
    r"solely) to\b|\b(?:inside|within|in) (?:the |a )?(?:running )?(?:containers?|vm|pods?|images?)\b|"
    r"\btogether\b|\bin the same "
    r"(?:commit|pr|"
    r"change|pull request)\b|\bafter (?:the )?(?:release|freeze|tag)"
    r"|\bsans\b|\bsin\b(?=\s\w)|\bsem\b(?=\s\w)|\bohne\b|\bбез\b|\bsenza\b|\bzonder\b|なしに|せずに|ずに|없이|"
    r"않고서|之前|前に|"
    r"전에|\bantes de\b|\bavant de?\b|\bbevor\b|\bперед\b|の場合|時は|때는|如果"
)


LIFTED = lazy_regex(
    r"\b(?:used to|no longer|not anymore|(?:is|are|do|does)(?: not|n['’]t) (?!\w+(?:ed|en)\b)[^.;]{1,20}any ?more|"
    r"formerly|previously|in the past|once (?:forbidden|said)|"
    r"(?:that|this|it|rule|ban|freeze|restriction) is over|lifted|obsolete|outdated|"
    r"(?:edit|change) (?:it|them) freely|feel free to (?:edit|change) (?:it|them))\b"
)


REPORTED = lazy_regex(
    r"\b(?:respected|requested|complained|reported|claimed|mentioned|violated|honou?red|obeyed|ignored (?:the|a|"
    r"my|our|their|this|that)|used "
    r"the words|asked (?:us|me|them)|told (?:us|me|them)|"
    r"(?:agent|user|reviewer|bot|customer|model|team|tool|linter|client)s?\s+(?:\w+ )?(?:said|says|asked|wrote|"
    r"was told|were told|had|thought|believed)|"
    r"for example|example of|rules? (?:like|such as)|sentences? (?:like|such as)|phrases? (?:like|such as)|"
    r"instead of (?:writing|saying)|if (?:a|the) (?:user|file|rule|comment|header) says|"
    r"why (?:do|does|did|should|shouldn)|what if|imagine|suppose)\b|^\W*examples?:"
    rf"|{PATH} says\b"
)


QUOTED = lazy_regex(r"[\"“«„][^\"”»“]{3,200}[\"”»“]|(?<=\s)'[^']{6,200}'(?=[\s.,;:)])")


SPEAKER = lazy_regex(r"\W*(?:user|assistant|human|customer|reviewer|bot|agent)\s*:")


CONTRADICTS = lazy_regex(
    r"(?<!not )(?<!never )\b(?:is|are) (?:(?:written|edited|maintained|updated|changed) by hand|hand[- "
    r"](?:written|edited|maintained)|(?:edited|changed|updated) (?:by hand|manually|freely))"
)


PERMITTED = lazy_regex(
    r"\b(?:edit|change|update) (?:it|them|these|those) (?:directly|by hand|freely)|\b(?:should|may|can|must) "
    r"be (?:edited|changed|modified|updated|written) (?:directly|by hand|manually|freely)|\bhand[- ](?:written|"
    r"authored|maintained|edited)\b|\beditable\b"
    r"|\b(?:is|are) (?:yours|fine|ok|okay|exempt|editable|safe to edit|allowed|hand[- ]written|written by hand|"
    r"free to)|\b(?:may|can) be (?:edited|changed|modified)|✅|\bedit freely\b|\bfeel free\b|\b(?:people|humans|"
    r"you) (?:write|edit)\b"
)


PERMITTED_PATH = lazy_regex(
    rf"{PATH}(?= (?:(?:is|are) (?:yours|fine|ok|okay|exempt|editable|safe to (?:edit|change)|allowed|"
    r"free to (?:edit|change)|hand[- ](?:written|authored|maintained|edited)|written by hand)|"
    r"(?:can|may) (?:still |always )?be (?:edited|changed|modified|updated|touched))\b"
    r"(?! (?:by|only|to read|for reading|when|if|after|with|but|and)\b))"
)
"""``P2 is fine``, beside a ban on P."""


NEGATED = lazy_regex(
    r"\b(?:no (?:need|reason) to|(?:not|never|n['’]t|needn['’]t)(?: (?:need|have|want|try))?(?: to)?|without)\s"
    r"(?:\w+ly )?$"
)
"""Before "avoid editing": it is not advised against."""


ORDERED = lazy_regex(
    r"\W*(?:(?:always|please|just|then)\s)*"
    r"(?:$|(?:re-?)?(?:run|use|edit|change|update|prefer|generate|build|add|fix|do)\b)"
)
"""How a sentence starts that tells its reader what to do."""


BY_HAND = lazy_regex(r"[^.;]{0,120}?\b(?:by hand|manually|directly)\b")


EXISTING = lazy_regex(
    r"\b(?:existing|already[- ](?:applied|merged|released|shipped|committed|published|run|deployed|landed)|"
    r"(?:applied|merged|released|shipped|published|committed|deployed|landed|past|historic(?:al)?|old|older|"
    r"previous) "
    r"(?:\w+ )?(?:migrations?|snapshots?|changesets?|files?|entries|records?|fragments?|changelogs?|versions?|"
    r"adrs?|decisions?|rfcs?|proposals?|releases?|posts?))\b"
    rf"|(?:\b(?:migrations?|files?|adrs?)|{PATH})[\s)]+(?:that|which) (?:is |are |have |has |was |"
    r"were )?(?:already )?(?:been )?(?:already )?(?:ran|applied|merged|released|shipped|published|committed|"
    r"deployed|landed|run|accepted)\b"
    r"|\b(?:once|after) (?:an?|the|your|any) (?:\w+ ){0,2}?"
    r"(?:migration|file|changeset|snapshot|adr|rfc|entry|record|version)\b[^.;,]{0,30}?\b(?:is|was|has been|has) "
    r"(?:already )?(?:applied|merged|released|shipped|published|committed|deployed|landed|accepted|run)\b"
    r"|\bonce (?:it is |they are |it has been )?(?:applied|merged|released|shipped|published|committed|"
    r"deployed|landed|accepted)\b|\bafter (?:it is |they are |being )?(?:merged|applied|released)\b"
    r"|已有|已存在|已经?(?:应用|合并|执行|发布|提交)|现有|既存|既に|適用済み|マージ済み|기존|이미|bestehende|"
    r"vorhandene|bereits|déjà|existant|"
    r"existente|ya aplicad|já aplicad|уже применённ|уже применен|существующ|esistent|già|bestaande|istniejąc"
)


NEW_INSTEAD = lazy_regex(
    r"\b(?:add|create|write|generate|make)\s+(?:a |an )?(?:new|another|further|follow-up|fresh)\b\s?(?:one|"
    r"migration)?"
)


EXCEPT = lazy_regex(
    r"(?:\bexcept(?:ing)?(?: for)?|\bexcluding|\bother than|\bbut not|\bsave for|\bwith the exception of|"
    r"\baside from|\bapart from|\bbesides|(?:^|\s|\()exceptions?(?: is| are)?:?|\bthe (?:only |sole |one "
    r")?exceptions? (?:is|are|being)|"
    r"除了|除外|以外|を除|제외|außer|ausgenommen|sauf|à l['’]exception de|excepto|salvo|exceto|кроме|за исключением|"
    r"tranne|eccetto|behalve|oprócz)"
    r"\s*(?:(?:for|the|files?|pages?|those|anything|everything|ending|ending in|ending with|named|called|in|"
    rf"under|below|matching|its|of|fichiers?|archivos?|файлов|dateien)\s+)*(?={PATH})"
)


AFTERWARDS_EXCEPT = lazy_regex(
    rf"(?P<at>{PATH})(?:[^.;{PATH}]{{0,20}}?\b(?:(?:is|are) (?:the|an) (?:only |sole |one )?exception|(?:is|"
    r"are) exempt)"
    r"|\s?(?:以外|之外|除外|を除|(?:은|는|을|를)? ?제외))"
)


DECLARED = lazy_regex(
    r"\b(?:are|is) (?:all |auto-?)?(?:generated|outputs?|build (?:products?|outputs?|artifacts?)|products?|"
    r"vendored|artifacts?|produced|compiled|derived)|\b(?:this|that) (?:includes|covers|means|concerns|applies "
    r"to|is)\b"
)


_ONLY_FOR = lazy_regex(
    r"\s+for (?:\w+ )?(?:operations|actions|changes|users|guests|visitors|viewers|members|clients|"
    r"customers|callers|consumers|roles|requests)\b"
)
_RESULT = lazy_regex(rf"\bso (?:the |its )?{PATH}\s*$|^\W*if\b[^.;]*,\s(?:[\w-]+\s){{0,3}}{PATH}\s*$")
"""Before "stays untouched": it tells what happens and not what to do."""
_DO_NOT = lazy_regex(r"\b(?:do not|don['’]t|never)\b")
"""Three of them in a sentence tell which steps are not to be taken now, not which files are closed to readers."""


def softened(text: str, match: Match, past: int, until: int, level: Level) -> Level:
    """The level after what follows (and precedes) the ban: approval, weak adverbs, conditions."""
    if match.acts == ("read",) and len(_DO_NOT.findall(text)) > 2:
        return "note"
    rest = text[past:until]
    if match.side == "before" and (_ONLY_FOR.match(rest) or _RESULT.search(text[: match.start])):
        return "note"
    head = text[: match.start]
    lead = re.match(r"\W*(?:without|unless|if|when|while|during|before|until|on)\b(?! in doubt)[^.;:]*?,", head)
    if lead and not re.fullmatch(r"\W*(?:(?:please|then|you|we|also|agents?|and|do)\s+)*", head[lead.end() :]):
        lead = None
    if TO_AVOID.search(text[match.start : until]) and level == "forbid":
        return "avoid"
    if level == "avoid" and not APPROVED.search(text[match.end : until]):
        return "note" if TO_NOTE.search(re.sub(r"\bunless\b", " ", rest)) else level
    if (
        TO_ASK.search(text[match.start if match.foreign else match.end : until])
        or (lead and TO_ASK.search(lead[0]))
        or (match.foreign and TO_ASK.search(head))
    ):
        return "ask" if level != "note" else level
    stop = re.search(r"[;.:,，。；]|\s[—–-]\s|[—–]|\b(?:because|since|it is|they are|it['’]s|so that)\b", rest)
    between = text[match.end : past] if past > match.end else ""
    condition = EXISTING.sub(" ", rest[: stop.start() if stop else len(rest)])
    if (
        level == "forbid"
        and past > match.end
        and re.match(r"\s*(?:files? |contents? )?(?:that|whose|containing|inside an?|within an?)\b", rest)
        and not EXISTING.search(text)
    ):
        return "note"
    if level == "forbid" and (TO_NOTE.search(condition) or TO_NOTE.search(between) or lead):
        return "note"
    if match.foreign and level == "forbid" and TO_NOTE.search(head[-25:]):
        return "note"
    return level
