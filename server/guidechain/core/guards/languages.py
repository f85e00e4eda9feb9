"""Bans in other languages: one row each. Their conditions stand with the English ones in ``conditions``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from guidechain.core.guards.bans import Side
from guidechain.core.guards.claims import Match
from guidechain.core.guards.flat import PATH
from guidechain.core.lazy_regex import lazy_regex


@dataclass(frozen=True)
class Language:
    """Bans of one language. ``side``: where the object stands from the ban."""

    name: str
    ban: re.Pattern[str]
    side: Side = "either"
    avoid: str = ""


def _language(name: str, ban: str, side: Side = "either") -> Language:
    return Language(name, lazy_regex(ban), side)


LANGUAGES = (
    _language(
        "zh",
        r"(?:不要|请勿|切勿|勿|不得|禁止|严禁|不能|不可以?|不应该?|不允许|别)(?:再|去|对)?(?:直接|手动|手工|人工|随意|擅自|自行|私自)*(?:地)?(?:修改|编辑|改动|更改|"
        r"变更|改|动|触碰|改写|覆盖|编辑修改)|只读",
    ),
    _language(
        "ja",
        r"(?:直接|手動で|手で|勝手に)?(?:は|を|に)?(?:編集|変更|修正|改変|更新|書き換え|上書き|手を加え|触|さわ|いじ)(?:を|は)?(?:しない|ら?ないで|らない|ない(?:こと|"
        r"で)|禁止|不可|してはいけ|してはなら|ってはいけ|ってはなら|てはいけ|てはなら|るな|るべからず|厳禁|しては(?:いけ|なら|だめ)|お?やめ)|読み取り専用|編集厳禁|手動編集(?:禁止|不可|しない)",
        "before",
    ),
    _language(
        "ko",
        r"(?:직접 |수동(?:으로)? |손으로 |임의로 |절대 |함부로 )*(?:수정|편집|변경|고치|"
        r"건드리|손대|바꾸|수동 편집|덮어쓰)(?:하지|지|을|를|은|는)?\s?(?:마|말|"
        r"않|금지|안 ?[되됩]|불가|하면 안)|읽기 ?전용",
        "before",
    ),
    _language(
        "de",
        r"\b(?:nicht|nie(?:mals)?|keinesfalls|auf keinen fall)\s+(?:[\w\ue000]+\s+){0,3}?(?:bearbeite[nt]?|"
        r"(?:ver)?änder[ntest]*|editier\w*|anfass\w*|anpass\w*|modifizier\w*|überschreib\w*|geändert|editiert|"
        r"angefasst|angepasst)\b|\b(?:bearbeite|ändere?|editiere|verändere|fasse?)\w*\s[^.;]{0,60}?\b(?:nicht|"
        r"nie(?:mals)?)\b|finger weg|\b(?:ist|sind|bleibt|bleiben) (?:schreibgeschützt|tabu|unverändert)|keine "
        r"(?:manuellen )?änderungen",
    ),
    _language(
        "fr",
        r"(?:\bne\b|\bn['’])\s?(?:(?:pas|jamais|surtout pas|plus)\s+)?(?:\w+\s+)?(?:modifi\w+|édit\w+|touch\w+|"
        r"chang\w+|altér\w+|être (?:modifié|édité|changé|touché)\w*)(?:\s+(?:pas|jamais|surtout pas|rien))?|"
        r"\b(?:interdit|défense) de (?:modifier|toucher|éditer|changer)|\bne (?:doi(?:t|vent)|peu(?:t|vent)) "
        r"(?:pas|jamais) être (?:modifié|édité|changé|touché)\w*|en lecture seule|pas touche",
    ),
    _language(
        "es",
        r"\b(?:no|nunca|jamás)\s+(?:se\s+)?(?:deb[ae]n?\s+|puedes?n?\s+|hay "
        r"que\s+)?(?:\w+mente\s+)?(?:modifi(?:car|ques?|quen|carse)|edit(?:ar|es|en|arse)|toc(?:ar|arse)|"
        r"toques?|toquen|cambi(?:ar|es|en|arse)|alter(?:ar|es|en))\b|\b(?:prohibido|no (?:está|se) permit\w+) "
        r"(?:modificar|editar|tocar|cambiar)|\b(?:es|son) de solo lectura",
    ),
    _language(
        "pt",
        r"\b(?:não|nunca|jamais)\s+(?:se\s+)?(?:dev[ea]m?\s+|"
        r"pod[ea]m?\s+)?(?:ser\s+)?(?:\w+mente\s+)?(?:modifi\w+|edit\w+|alter\w+|mex[aer]\w*|toque\w*|tocar|"
        r"mud\w+)|\bproibido (?:modificar|editar|alterar|mexer)|\b(?:é|são) somente leitura",
    ),
    _language(
        "ru",
        r"(?:\bне|\bнельзя|\bзапрещено|\bзапрещается|\bникогда не|\bне надо|\bне нужно|\bне "
        r"следует)\s+(?:вручную\s+|руками\s+|напрямую\s+)?(?:редактир\w+|измен\w+|меня\w+|трога\w+|прав\w+|"
        r"модифицир\w+|переписыва\w+|правь\w*)|только для чтения",
    ),
    _language(
        "it",
        r"\b(?:non|mai)\s+(?:\w+mente\s+)?(?:modific\w+|edit\w+|tocc\w+|cambi\w+|alter\w+)|\bvietato "
        r"(?:modificare|toccare)|\bin sola lettura",
    ),
    _language(
        "nl",
        r"\b(?:niet|nooit)\s+(?:\w+\s+){0,2}?(?:bewerk\w*|wijzig\w*|aanpass\w*|aanra\w+|gewijzigd|bewerkt|"
        r"aangepast)|\b(?:bewerk|wijzig|verander)\w*\s[^.;]{0,60}?\b(?:niet|nooit)\b|alleen-lezen",
    ),
    _language(
        "pl",
        r"\b(?:nie|nigdy nie)\s+(?:edytuj\w*|edytować|modyfikuj\w*|modyfikować|zmieniaj\w*|zmieniać|ruszaj\w*|"
        r"dotykaj\w*)|tylko do odczytu",
    ),
    _language(
        "tr",
        r"(?:elle |asla |doğrudan )*(?:düzenleme(?:yin|yiniz)?|değiştirme(?:yin|yiniz)?|dokunma(?:yın|"
        r"yınız)?)\b|salt okunur",
        "before",
    ),
    _language("uk", r"(?:\bне|\bзаборонено|\bніколи не)\s+(?:вручну\s+)?(?:редагу\w+|змінюв\w+|змінюй\w*|чіпа\w+)"),
)


def foreign_bans(text: str) -> Iterator[Match]:
    """The bans of every language in flat ``text``."""
    for language in LANGUAGES:
        for found in language.ban.finditer(text):
            inside = found.span() if PATH in found[0] else None
            yield Match(found.start(), found.end(), "forbid", ("edit",), language.side, inside, foreign=True)
