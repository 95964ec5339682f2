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


def with_joined_letters(unsaid: frozenset[str], question: str) -> frozenset[str]:
    """Return the words of a search, in small letters, that say nothing: `unsaid`, and the letters and articles that an
    apostrophe joins to a word, but not the word behind one: “or” of “Côte d'Or”.
    """
    text = question.lower()
    elisions = _BEFORE.findall(text)
    letters = [*(article for article, _ in elisions), *_BEHIND.findall(text)]
    return unsaid.union(letters).difference(word for _, word in elisions)


def ends_in_elision(question: str) -> bool:
    """Say whether the last word of a search stands behind an apostrophe: “clos de l'éc”."""
    return _AT_END.search(question.lower()) is not None


def without_article(word: str) -> str:
    """Return the rest of a word that may be one with its article: “avola” of “davola”, “brien” of “obrien”. Empty if it
    cannot be.
    """
    article = _JOINED.match(word)
    return word[article.end() :] if article else ""
