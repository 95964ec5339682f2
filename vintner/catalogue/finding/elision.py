"""What an apostrophe joins to a word: “d'” in “Nero d'Avola”, “l'” in “Clos de l'Écho”, “'s” in “Baker's Field”."""

import re
from typing import Final

_APOSTROPHES: Final = "'’‘´`ʼʹ′＇"
_ITALIAN: Final = "dell|nell|dall|sull|sant|all"
"""What keeps more than a letter before a vowel: “dell'Umbria”, “Sant'Antimo”."""
_BEFORE: Final = re.compile(rf"\b(\w|{_ITALIAN})[{_APOSTROPHES}](\w+)")
_BEHIND: Final = re.compile(rf"\w[{_APOSTROPHES}](\w)\b")
_AT_END: Final = re.compile(rf"{_BEFORE.pattern}\s*$")
_JOINED: Final = re.compile(rf"(?:{_ITALIAN}|[dl])(?=[aeiouyh]\w)|o(?=[b-df-hj-np-tv-z]\w\w)")


def joined_letters(question: str) -> frozenset[str]:
    """Return the letters and articles of a search, in small letters, that an apostrophe joins to a word."""
    return frozenset([*(article for article, _ in _elisions(question)), *_BEHIND.findall(question.lower())])


def elided_words(question: str) -> frozenset[str]:
    """Return the words before which a vowel is left out, in small letters: “or” of “Côte d'Or”."""
    return frozenset(word for _, word in _elisions(question))


def ends_in_elision(question: str) -> bool:
    """Say whether the last word of a search stands behind an apostrophe: “clos de l'éc”."""
    return _AT_END.search(question.lower()) is not None


def without_article(word: str) -> str:
    """Return the rest of a word that may be one with its article: “avola” of “davola”, “brien” of “obrien”. Empty if it
    cannot be.
    """
    article = _JOINED.match(word)
    return word[article.end() :] if article else ""


def _elisions(question: str) -> list[tuple[str, str]]:
    return _BEFORE.findall(question.lower())
