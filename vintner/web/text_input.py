"""Reads text that people type or paste, and that other programs write into files: every form, JSON body and imported
file passes through here (docs/decisions/0125-one-reader-of-text.md).
"""

import json
import re
import unicodedata
from typing import TYPE_CHECKING, Final, cast

from django.http import QueryDict

if TYPE_CHECKING:
    from django.http.request import _ImmutableQueryDict

_PLAIN: Final = re.compile(r"[\t\r\n\x20-\x7e]*")
_BLANKS: Final = re.compile("[\v\f\x1c-\x1f\x85\xa0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_LINE_ENDS: Final = re.compile("[\u2028\u2029]")
_IGNORABLE: Final = (
    "\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""What nobody sees: Default_Ignorable_Code_Point of Unicode (DerivedCoreProperties.txt), and marks of annotations."""
_FORBIDDEN: Final = "\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\ud800-\udfff\ufdd0-\ufdef" + "".join(
    f"{chr(plane | 0xFFFE)}{chr(plane | 0xFFFF)}" for plane in range(0, 0x110000, 0x10000)
)
"""Control characters, halves of surrogate pairs and noncharacters: XML 1.0 forbids most of them."""
_JOINED: Final = (
    "\u0600-\u061b\u061d-\u115e\u1161-\u17b3\u17b6-\u180a\u1810-\u1cff\u2190-\u2bff\u3030\u303d\ua840-\uabff"
    "\ufb1d-\ufdcf\ufdf0-\ufdff\ufe70-\ufefc\U00010a00-\U00011fff\U0001e900-\U0001e95f\U0001f000-\U0001faff"
)
"""Scripts whose letters depend on joiners, and symbols that emoji are made of."""
_STYLED: Final = (
    f"{_JOINED}\xa9\xae\u203c\u2049\u2122\u2139\u3001-\u3029\u3297\u3299\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
"""What has variants that a selector chooses: emoji and Chinese characters, beside the scripts above."""
_KILLERS: Final = "".join(each for each in map(chr, range(0x900, 0x12000)) if unicodedata.combining(each) == 9)
"""Viramas, which take a consonant's vowel: a joiner behind one chooses the shape (Unicode Standard, chapter 12)."""
_UNSEEN: Final = re.compile(
    "(?P<kept>"
    "\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f"  # the flag of England
    f"|(?:(?<=[{_JOINED}])|(?<=[{_JOINED}]\ufe0f))[\u200c\u200d](?=[{_JOINED}])"
    f"|(?<=[{_STYLED}])[\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]"
    f"|(?<=[{_KILLERS}])[\u200c\u200d]"
    "|(?<=[\u0620-\u064a\u066e-\u06d3])[\u200c\u200d]"  # the shape of a last letter, as in Kurdish and Persian
    "|(?<=[0-9#*])\ufe0f(?=\u20e3)"  # a key, as an emoji
    f")|[{_IGNORABLE}{_FORBIDDEN}]"
)
_MOST_MARKS: Final = 30
"""Combining marks in a row, as in the Stream-Safe Text Format (Unicode Standard Annex 15). The time to sort more of
them grows with the square of their number.
"""
_MOST_PASSES: Final = 8
"""What is dropped may have stood between marks. They are sorted anew then, and what was kept behind one of them may
have to go as well. No name needs more than two passes; in text that needs more than these, nothing unseen stays.
"""
_MARKS: Final = "".join(
    each
    for each in map(chr, range(0x300, 0x1F000))
    if unicodedata.category(each)[0] == "M" and unicodedata.combining(unicodedata.normalize("NFD", each)[0])
)
"""Those that are made of others are no marks to Unicode, but are sorted as such (U+0F73)."""
_TOO_MANY_MARKS: Final = re.compile(f"([{_MARKS}]{{{_MOST_MARKS}}})[{_MARKS}]+")
_PASSWORD: Final = "pass"  # noqa: S105 - part of a name
"""What the names of all fields for passwords hold."""
_IN_CODES: Final = re.compile(f"[{_IGNORABLE}]")
"""What no code holds, whatever stands beside it."""
_FOLDED: Final = {
    **{ord(letter) + 0xFEE0: letter for letter in map(chr, range(0x21, 0x7F))},  # full-width forms
    **dict.fromkeys(map(ord, "\u02d7\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\ufe58\ufe63"), "-"),
}


def read_text(text: str) -> str:
    """Return the text in Unicode's form NFC, without characters that nobody sees, that turn the direction of others or
    that XML forbids, and with one kind of blank. Joiners stay inside of names and emoji. Line ends stay as they are.
    """
    if _PLAIN.fullmatch(text):
        return text
    text = _compose(_LINE_ENDS.sub("\n", _BLANKS.sub(" ", text)))
    for _ in range(_MOST_PASSES):
        seen = _UNSEEN.sub(lambda found: found["kept"] or "", text)
        if seen == text:
            return text
        text = _compose(seen)
    return _compose(drop_unseen(text))


def _compose(text: str) -> str:
    """Return the text in NFC, with a bounded number of marks upon each letter."""
    text = unicodedata.normalize("NFC", _TOO_MANY_MARKS.sub(r"\1", text))
    return _TOO_MANY_MARKS.sub(r"\1", text)


def read_line(text: str) -> str:
    """Return the text as one line, with single blanks."""
    return " ".join(read_text(text).split())


def read_lines(text: str) -> str:
    """Return the text with its line breaks, each line with single blanks and none at its ends."""
    lines = read_text(text).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join(" ".join(line.split()) for line in lines).strip()


def drop_unseen(text: str) -> str:
    """Return the text without all that nobody sees, joiners and variants of emoji among it."""
    return _IN_CODES.sub("", text)


def read_code(text: str) -> str:
    """Return a code in one line: all dashes are hyphens, full-width letters and digits are narrow, and nothing joins.
    Letters keep their case.
    """
    return read_line(drop_unseen(text).translate(_FOLDED))


def read_form(sent: QueryDict) -> "_ImmutableQueryDict":
    """Return the fields of a form or query with their texts and names as `read_text` has them. Passwords stay as they
    were typed: an account keeps a hash of each of their characters.
    """
    texts = QueryDict(mutable=True)
    for name, values in sent.lists():
        texts.setlistdefault(read_text(name)).extend(values if _is_password(name) else map(read_text, values))
    texts._mutable = False
    return cast("_ImmutableQueryDict", texts)


def read_json(body: bytes | str) -> object:
    """Return what JSON holds, read by `read_values`. Raises ValueError, and RecursionError for what is nested too
    deeply.
    """
    return read_values(json.loads(body))


def read_values(value: object) -> object:
    """Return a value as JSON has it, with its texts and names as `read_text` has them. Passwords stay as they are."""
    if isinstance(value, str):
        return read_text(value)
    if isinstance(value, list):
        return [read_values(each) for each in value]
    if isinstance(value, dict):
        return {read_text(name): each if _is_password(name) else read_values(each) for name, each in value.items()}
    return value


def _is_password(name: str) -> bool:
    return _PASSWORD in name.lower()
