"""Text as a document can print it: composed, each emoji as one sign, Arabic joined, in the order in which it is drawn.

PDF has no notion of scripts: it draws signs from left to right. Letters are joined and ordered before, each line for
itself (docs/decisions/0034-after-the-order.md).
"""

import re
import unicodedata
from collections.abc import Callable
from typing import Final

from arabic_reshaper.arabic_reshaper import ArabicReshaper
from fpdf.bidi import BidiParagraph, auto_detect_base_direction
from fpdf.enums import TextDirection

_SYMBOLS: Final = "\u2190-\u2bff\u3030\u303d\U0001f000-\U0001faff"
"""Emoji, and the symbols that they are joined with."""
_PARTS_OF_EMOJI: Final = re.compile(
    f"\u200d[{_SYMBOLS}]"  # what is joined to the first sign: the rest of a family, a profession
    "|[\ufe00-\ufe0f\U000e0100-\U000e01ef]"  # variation selectors
    "|[\u20e3\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]"  # keycaps, skin tones, regions of flags
    "|[\U0001f1e6-\U0001f1ff]"  # flags of countries, which are pairs of letters
)
"""What follows the first sign of an emoji (Unicode Technical Standard 51, 1.4.5). No font of documents has the whole
sequence as one sign, so the first one stands for it.
"""
_DIRECTIONS: Final = "\u061c\u200c-\u200f\u2066-\u2069"
"""Marks that join letters, or tell the direction of the text around them. They have no sign."""
_MARKS: Final = re.compile(f"[{_DIRECTIONS}]")
_UNSEEN: Final = re.compile("[\xad\u180e\u200b\u202a-\u202e\u2060-\u2064\u206a-\u206f\ufeff\ufff9-\ufffb]")
"""Other marks that nobody sees, some of which turn text around. Texts from before the reader may hold them."""
_VOWEL_SIGNS: Final = re.compile("[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670]")
"""Signs above and below Hebrew and Arabic letters, which names are written without. Nothing places them in a PDF."""
_TO_RIGHT, _TO_LEFT = "\u200e", "\u200f"
_RIGHT_TO_LEFT: Final = ("R", "AL")
_ARABIC: Final = ArabicReshaper()  # type: ignore[no-untyped-call]  # the library has no annotations
_TURNED: Final = str.maketrans("()[]{}<>«»‹›", ")(][}{><»«›‹")
_MISSING: Final = "\ufffd"


def compose_text(text: str) -> str:
    """Return the text in Unicode's form NFC, with joined Arabic letters, one sign for each emoji, a blank for a tab."""
    text = _PARTS_OF_EMOJI.sub("", unicodedata.normalize("NFC", _UNSEEN.sub("", text))).replace("\t", " ")
    return str(_ARABIC.reshape(_VOWEL_SIGNS.sub("", text))) if runs_right_to_left(text) else text


def runs_right_to_left(text: str) -> bool:
    """Return whether some of the text runs from right to left."""
    return any(unicodedata.bidirectional(each) in _RIGHT_TO_LEFT for each in text)


def keep_direction(line: str, paragraph: str) -> str:
    """Return a line with a mark of the direction that its paragraph has: that of the first letter."""
    if not runs_right_to_left(paragraph):
        return line
    return f"{_TO_LEFT if auto_detect_base_direction(paragraph) is TextDirection.RTL else _TO_RIGHT}{line}"


def order_line(line: str) -> str:
    """Return a line as it is drawn from left to right (Unicode Standard Annex 9), with brackets that open to the other
    side where it runs from right to left.
    """
    if runs_right_to_left(line):
        ordered = BidiParagraph(text=line).get_reordered_characters()
        line = "".join(each.character.translate(_TURNED if each.embedding_level % 2 else {}) for each in ordered)
    return _MARKS.sub("", line)


def replace_missing(text: str, has_sign: Callable[[str], bool]) -> str:
    """Return the text without signs that no font has; in place of a letter or a digit stands U+FFFD, so that whoever
    reads a name sees that it is not whole.
    """
    return "".join(each if each == "\n" or has_sign(each) else _replace(each) for each in text)


def _replace(character: str) -> str:
    if _MARKS.match(character):
        return character
    return _MISSING if unicodedata.category(character)[0] in "LN" else ""
