"""How strong a password has to be, wherever one is chosen (docs/behaviour/accounts.md#passwords)."""

import re
from collections.abc import Iterable
from typing import Final

SHORTEST: Final = 8
LONGEST: Final = 128
"""Characters."""
LEAST_SCORE: Final = 3
"""Of 0–4: withstands ten thousand million guesses and more."""
ESTIMATED: Final = 32
"""How many characters are looked at. Estimating 72 takes a quick processor up to two seconds, 32 a quarter."""
_WORDS: Final = re.compile(r"\w+")
_MOST_WORDS: Final = 40


def score(password: str, personal: Iterable[str] = ()) -> int:
    """Return 0 (very weak) to 4 (strong). `personal` are texts that the owner is known by: name, e-mail address."""
    from zxcvbn import zxcvbn  # noqa: PLC0415 - its words take 12 MB of each process, and few ever need them

    return int(zxcvbn(password[:ESTIMATED], user_inputs=personal_words(personal))["score"])


def personal_words(texts: Iterable[str]) -> list[str]:
    """Return texts and their words in lower case: 'nora.quist@example.com' is four words besides itself."""
    words: dict[str, None] = {}
    for text in texts:
        lowered = text.strip().lower()
        words |= dict.fromkeys([lowered[:ESTIMATED], *_WORDS.findall(lowered)])
    return [word for word in words if word][:_MOST_WORDS]
