"""Texts that other programs export as HTML, as plain text with paragraphs, lines and lists."""

import re
from html import unescape
from typing import Final

import nh3

from vintner.web.text_input import read_lines, read_text

_PARAGRAPHS: Final = (
    "p|div|section|article|aside|main|nav|header|footer|address|blockquote|pre|table|ul|ol|dl|hr|h1|h2|h3|h4|h5|h6|figure"
    "|figcaption|details|summary"
)
_PARTS: Final = "br|tr|dt|dd|li|td|th"
_OTHERS: Final = (
    "a|abbr|b|big|button|center|cite|code|del|em|font|i|iframe|img|ins|label|mark|o:p|q|s|script|small|source|span"
    "|strike|strong|style|sub|sup|svg|tbody|tfoot|thead|tt|u|video|wbr"
)
_KEPT: Final = frozenset((*_PARAGRAPHS.split("|"), *_PARTS.split("|")))
_TAG: Final = re.compile(rf"</?(?:{_PARAGRAPHS}|{_PARTS}|{_OTHERS})(?:\s[^<>]*)?/?>|<!--", re.IGNORECASE)
"""A tag that HTML knows: “<Reserve>” in a text is none. A picture is known by its img."""
_IN_PARAGRAPHS: Final = re.compile(r"<(?:p|div)\b", re.IGNORECASE)
"""Of a text with these, line ends are blanks. Others have them between their lines, beside lists and titles."""
_WRAP: Final = re.compile(r"(?<!\n)\n(?!\n)")
_BETWEEN_TAGS: Final = re.compile(r"(?<=>)\s+(?=<)")
_ENTITY: Final = re.compile(r"&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-zA-Z][a-zA-Z\d]{1,31});")
_ITEM: Final = re.compile(r"<li>(?:\s*<(?:p|div)>)*\s*")
_LINE: Final = re.compile(r"<br>\n?|</(?:tr|dt|dd|li)>")
_PARAGRAPH: Final = re.compile(rf"</?(?:{_PARAGRAPHS})>")
_REST: Final = re.compile(rf"</?(?:{_PARTS})>")
_EMPTY_ITEM: Final = re.compile(r"^•$", re.MULTILINE)


def decode_entities(text: str) -> str:
    """Return a text with the characters that entities stand for: “Ch&acirc;teau” is “Château”."""
    decoded = _ENTITY.sub(lambda found: unescape(found[0]), text)
    return text if decoded == text else read_text(decoded)


def encode_entities(text: str) -> str:
    """Return a text as a file may have it: what would be read as HTML or an entity is written with entities."""
    if not _TAG.search(text) and decode_entities(text) == text:
        return text
    return text.replace("&", "&amp;").replace("<", "&lt;")


def read_html(text: str) -> str:
    """Return a text in which nothing is left of HTML but its paragraphs, between empty lines, its lines, and its lists,
    whose items begin with “•”. A text without tags keeps its lines.
    """
    if not _TAG.search(text):
        return decode_entities(text).strip()
    if _IN_PARAGRAPHS.search(text):
        text = _WRAP.sub(" ", read_lines(text))
    text = nh3.clean(text, tags=set(_KEPT), attributes={}, link_rel=None)
    text = _BETWEEN_TAGS.sub("", text)
    text = _PARAGRAPH.sub("\n\n", _LINE.sub("\n", _ITEM.sub("\n• ", text)))
    lines = _EMPTY_ITEM.sub("", read_lines(unescape(_REST.sub(" ", text))))
    return re.sub(r"\n{2,}(?=• )", "\n", re.sub(r"\n{3,}", "\n\n", lines)).strip()
