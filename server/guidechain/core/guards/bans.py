"""The ways to ban, to ask for, to advise against and to allow an edit in English, over flat text (see ``flat``)."""

from __future__ import annotations

from typing import Literal

from guidechain.core.guards.flat import COMMAND, PATH
from guidechain.core.guards.verbs import ADVERB, NEG, forms, listed
from guidechain.core.lazy_regex import lazy_regex

Side = Literal["after", "before", "either"]


BAN_ACTIVE = lazy_regex(rf"\b{NEG}[:,]?\s+{ADVERB}(?P<verbs>{listed(0)})")


BAN_PASSIVE = lazy_regex(
    r"\b(?:(?:must|should|may|can|shall|do|are|is|ought)\s?(?:not|never|n['’]t)|cannot|never|(?:is|are) not to|"
    r"not to)\s+"
    rf"(?:to\s+)?(?:ever\s+)?be\s+(?:\w+ly\s+)?(?P<verbs>{listed(2)})"
    r"|\bnever (?P<verbs3>hand[- ]?(?:edited|modified|changed)\b|(?:edited|modified|changed|touched)(?= (?:by hand|"
    r"manually|directly)))"
    rf"|\b(?:is|are) (?:not|never) (?:meant|supposed|intended) to be (?:\w+ly )?(?P<verbs4>{listed(2)})"
    rf"|\b(?:is|are) not (?:\w+ly )?(?P<verbs5>{listed(2)})(?= (?:by hand|manually|directly|any ?more|any longer))"
    rf"|\b(?:is|are) never (?:to be )?(?:\w+ly )?(?P<verbs2>{listed(2)})"
)


BAN_NONE = lazy_regex(
    r"\b(?:nothing|no (?:[\w-]+ )?(?:files?|code|pages?|parts?|lines?|one|contents?)|none of (?:the )?[\w-]+)\s"
    r"(?P<object>(?:that (?:is|are|lives?) )?(?:in|under|inside|within|below|beneath|of|from)\s"
    rf"[^.;{PATH}]{{0,20}}{PATH})(?:\s?(?:folder|directory))?\s"
    rf"(?:may|must|should|can|shall|is to|are to|will) (?:ever )?be (?:\w+ly )?(?P<verbs>{listed(2)})"
)


BAN_INSTEAD = lazy_regex(rf"\b(?:instead of|rather than) {ADVERB}(?P<verbs>{listed(1)})")
"""``run X instead of editing P by hand``; who does so and how is for ``ORDERED`` and ``BY_HAND`` to say."""


BAN_NOUN = lazy_regex(
    r"(?:^|[^\w\s]\s*|\b(?:make|allow|accept|absolutely|please|must be|should be)\s+)no "
    r"(?:(?:manual |hand |direct |local |further )+(?:edits?|changes|modifications?|editing)"
    r"|(?:edits|changes|modifications|editing|hand-editing)(?=\s(?:to|in|under|by hand|allowed|are allowed|permitted|"
    r"accepted)\b)|(?:edits|modifications)(?=\s*(?:$|[.;!)|])))\b(?: (?:are )?(?:allowed|permitted|accepted)"
    rf"|(?!(?: (?:to|in|under|of) [^.;]*?{PATH}(?: files?)?)? (?:were|was|have|had|required|needed|necessary|expected|"
    r"made|(?:is|are) (?:made|needed|required|necessary|expected)))\b)"
    r"|\b(?:(?:manual|direct|hand|local) )?(?:edits?|changes|modifications?) (?:to|in|under|"
    rf"of) (?P<object>(?:[\w\s-]*?{PATH}[,\s]*(?:or |and )?)+)"
    r"(?:\s?(?:files?|folder|directory))? (?:is|are) (?:strictly |absolutely )?(?:forbidden|prohibited|not "
    r"(?:allowed|permitted|accepted)|rejected|never (?:allowed|ok|okay|accepted))"
    rf"|\b(?:{forms(1)}) (?P<object2>(?:[\w\s-]*?{PATH}[,\s]*(?:or |and )?)+)(?:by hand |manually |directly )?"
    r"(?:is|are) (?:strictly )?(?:forbidden|prohibited|not (?:allowed|permitted|ok)|never (?:allowed|ok|okay)|"
    r"off[- ]limits)"
)


_NOT_A_THING = (
    r"(?!\s(?:mode|access|tokens?|fields?|users?|roles?|apis?|replicas?|transactions?|views?|propert(?:y|ies)|"
    r"databases?|"
    r"connections?|file ?systems?|mounts?|calls?|operations?|quer(?:y|ies)|tools?|commands?|attributes?|"
    r"arrays?|types?))"
)


_STATES = (
    rf"(?:(?:strictly|considered|completely|totally) )*(?:read[- ]?only{_NOT_A_THING}|off[- ]limits|"
    r"hands[- ]off|untouchable|"
    r"immutable|frozen|write[- ]protected|a no[- ]go(?: area| zone)?|no[- ]go|out of bounds|not editable|not "
    r"to be touched|closed for edits)\b"
)


BAN_STATE = lazy_regex(
    rf"\b(?:is|are|be|stays?|remains?|as|considered|kept) {_STATES}"
    rf"|(?:^|[—–:;(]\s*|\s-\s|[.!]\s+){_STATES}(?:\s+(?:files?|folders?|paths?|director(?:y|ies)|"
    r"areas?))?(?=\s*(?:$|[—–:;).!(]|,\s(?:never|do not|don)|\s(?:without|unless|until|for (?:you|agents?|"
    r"ai))\b|\s-\s))"
    r"|\bhands off\b(?! to\b)|\bkeep (?:your )?hands off\b"
)


BAN_LEAVE = lazy_regex(
    rf"\bleave\s+(?P<object>[^;.:{COMMAND}]*?)\s?\b(?:alone|as[- ]is|as (?:it|they) (?:is|are)|untouched|"
    r"unchanged|unmodified|(?<=\bit )be|(?<=\bthem )be)\b"
    r"|\b(?:nobody|no one) (?:ever )?(?:edits|modifies|changes|touches)\b"
    rf"|\b(?:keep|consider)\s+(?P<object2>[^;.:{COMMAND}]*?{PATH}[^;.:]*?)\s?\b(?:untouched|unchanged|"
    r"unmodified|as[- ]is|frozen|read[- ]only|immutable|off[- ]limits)\b(?! in (?:[\w-]+ )?(?:shape|format|structure|"
    r"behaviou?r|meaning|contract)\b)"
    rf"|\b(?:keep )?(?:your )?hands off (?:of )?(?:the )?(?={PATH})|\b(?:stay out of|keep out of|"
    r"steer clear of|stay away from)\b"
    r"|\b(?:must|should|has to|have to|needs? to) (?:stay|remain|be left|be kept) (?:untouched|unchanged|"
    r"unmodified|as[- ]is|alone)\b"
    r"|\b(?:stays?|remains?) (?:untouched|unchanged|unmodified|as (?:it is|they are))\b"
)


APPEND_ONLY = lazy_regex(
    r"(?:\b(?:is|are|as|stays?|remains?)\s(?:strictly )?|(?:^|[—–:(]\s*|\s-\s)(?:strictly )?)append[- "
    r"]only(?=\s*(?:$|[—–:;).,!(]|\s-\s))"
)


AVOID = lazy_regex(
    r"\b(?:avoid|refrain from|try not to|prefer not to|you (?:should|would) rather not|better not(?: to)?|"
    rf"try to avoid)\s+{ADVERB}(?P<verbs>{listed(1)}|{listed(0)})"
)


ASK = lazy_regex(
    r"\b(?:ask|(?:check|confirm|talk|discuss|clear)(?: (?:it|this|that))? with|consult (?:with |the (?:team|"
    r"user|owner|maintainer)s?)|get (?:approval|permission|sign-?off|confirmation|consent|an ok|a go-ahead)|"
    r"obtain (?:approval|permission)|request (?:approval|permission)|seek (?:approval|permission)|stop and ask)\b"
    rf"[^.;:{PATH}]{{0,50}}?\b(?:before|prior to|when)\s+(?:you (?:ever )?|any(?:one)? |"
    rf"we )?{ADVERB}(?P<verbs>{listed(1)}|{listed(0)}|(?:any )?(?:changes|edits|modifications) (?:to|in))"
    r"|\bask (?:first|before)\b(?=\s*(?:$|[—–:;).,!(|]))"
    r"|\b(?:any )?(?:(?:changes?|edits?|modifications?) (?:to|in|of|under)|"
    rf"{forms(1)}) (?P<object>(?:[\w\s-]*?{PATH}[,\s]*(?:or |and )?)+)(?:files? )?"
    r"(?:needs?|requires?|must have|only (?:with|after))\s(?:[\w'’-]+\s){0,3}?(?:approval|permission|sign-?off|"
    r"confirmation|consent|review|discussion|go-ahead)"
    rf"|\b(?:needs?|requires?)\s(?:[\w'’-]+\s){{0,3}}?(?:approval|permission|sign-?off|confirmation|"
    rf"consent)\s(?:before|to|for)\s(?:any\s)?(?:{forms(0)}|{forms(1)}|changes|edits|being (?:{forms(2)}))"
    rf"|\b(?:may|can|should|must) only be (?:{forms(2)})\s(?:\w+\s){{0,2}}?(?:with|after|on|"
    rf"following)\s(?:[\w'’-]+\s){{0,3}}?(?:approval|permission|sign-?off|request|confirmation|consent|review)"
)


ONLY_PASSIVE = lazy_regex(
    rf"\b(?:may|can|should|must|is to|are to|is|are) only (?:to )?be (?:{forms(2)}) (?:by|through|via|"
    rf"with) (?:running )?{COMMAND}"
)


NOTE = lazy_regex(
    r"\b(?:(?:is|are|was|were|gets?|automatically|auto)[- ]?)?(?:auto[- ]?generated|machine[- ]generated|"
    r"code[- ]?generated|"
    r"generated|vendored|(?:is|are|gets?) (?:automatically )?(?:produced|built|compiled|written|created|"
    r"rendered|made|emitted|overwritten)(?= (?:by|from|with|automatically|on)\b))\b"
    r"|自动生成|自動生成|自動的に生成|자동 ?생성|automatisch (?:erzeugt|generiert)|généré|generad[oa]s? |gerad[oa]s?|"
    r"генерируется|автоматически созда"
)


ALLOW = lazy_regex(
    rf"(?<!not )\b(?:only|solely|exclusively)\s+(?:ever\s+|(?:allowed|permitted) to\s+)?"
    rf"(?:{forms(0)}|work (?:in|on|inside|within)|"
    r"make changes)\s+"
    r"(?:(?:the|any|all|files|code|things|sources?|anything|content|existing)\s+)*(?:(?:in|under|inside|"
    rf"within|below|of|to)\s+)?(?:the\s+)?(?P<at>{PATH})"
    rf"|\b(?:{forms(0)}|work(?: (?:in|on|inside|within))?|make changes) (?:only|nothing but|"
    r"files only)\s+(?:(?:the|files|code|things|anything)\s+)*(?:(?:in|under|inside|within|below|"
    rf"to)\s+)?(?:the\s+)?(?P<at2>{PATH})"
    r"|\b(?:restrict|limit|confine|keep|scope)\s+(?:all |any |your |the |every )*(?:changes|edits|work|"
    r"modifications|yourself|editing|edit)\s+"
    rf"(?:strictly\s+)?(?:to|within|inside|under|in)\s+(?:(?:the|files|in|under)\s+)*(?P<at3>{PATH})"
    rf"|\b(?:{NEG}\s+{ADVERB}(?:{listed(0)})|avoid (?:{listed(1)}))\s+(?:(?:any|anything|files?|code|something|"
    rf"the|a)\s+)*outside(?: of)?\s+(?:the\s+)?(?P<at4>{PATH})"
    r"|\b(?:changes|edits|modifications|everything|anything|"
    rf"files) outside(?: of)?\s+(?:the\s+)?(?P<at5>{PATH})[^.;]{{0,30}}?\b(?:is|are) (?:not (?:allowed|"
    r"permitted)|forbidden|off[- ]limits|read-only|prohibited)"
    rf"|\bnothing outside(?: of)?\s+(?:the\s+)?(?P<at6>{PATH})[^.;]{{0,30}}?\b(?:may|should|must|"
    rf"can) (?:ever )?be (?:{forms(2)})"
    r"|\b(?:(?:all|any|your|every|new)\s+)*(?:edits|changes|work|code) "
    r"(?:belongs?|goes|go|stays?|happens?) (?:(?:only|exclusively) (?:in|under|inside|"
    rf"within)\s+(?P<at8>{PATH})|(?:in|under|inside|within)\s+(?P<at9>{PATH}) (?:only|exclusively)\b)"
    r"|\b(?:(?:all|any|your|every|new)\s+)*(?:edits|changes|work) (?:must|should|have to|has to|need to) (?:stay|"
    rf"remain|be kept) (?:within|inside)\s+(?:the\s+)?(?P<at10>{PATH})"
    rf"|\bstay (?:within|inside)\s+(?:the\s+)?(?P<at7>{PATH})(?=[^.]*\b(?:anything|nothing|everything) else\b)"
)


ALL_BUT = lazy_regex(
    r"\b(?:edit|change|modify|touch) (?:everything|anything|any file|all files|whatever you (?:like|want|need))"
    rf"(?:\s(?:under|in|inside|below|within)\s(?:the\s)?{PATH})?,?\s(?:except(?: for)?|but not)\s"
    rf"(?:the\s|in\s|under\s|anything in\s)*(?P<at>{PATH})"
)
"""``edit anything but P``: the exceptions are closed."""


ALLOW_IT = lazy_regex(
    rf"\b(?:{NEG}\s+{ADVERB}(?:{listed(0)})|avoid (?:{listed(1)}))\s+(?:(?:any|anything|files?|code|something|the|"
    r"a)\s+)*outside(?: of)?(?:\s+(?:it|them|there|(?:this|that|the|these|those)\s(?:folder|director|tree|path|"
    r"package|"
    r"module)(?:y|ies|s)?))?"
)
"""``anything outside``, of a place that was named before or is listed below."""


ALLOW_OFF = lazy_regex(
    r"^\W*(?:\w+\s+){0,2}?\b(?:when|if|for|via|through|with|after|by|using|as part|once|unless|because|to "
    r"(?:add|fix|bump|change|update))\b"
)
