"""Names as shoppers mistype them: the same mistakes every time, made by rule."""

import random
import unicodedata
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

ROWS: Final = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
NEIGHBOURS: Final = {
    letter: [row[place + step] for step in (-1, 1) if 0 <= place + step < len(row)]
    for row in ROWS
    for place, letter in enumerate(row)
}
"""The keys beside a key of an English keyboard."""


class Misspelling(NamedTuple):
    """What was meant and what was typed."""

    meant: str
    typed: str


def misspellings(names: Iterable[str], number: int) -> list[Misspelling]:
    """Return so many misspellings of these names: each mistake in turn, at a letter that chance picks by the name."""
    different = sorted(set(names))
    found: list[Misspelling] = []
    for turn in range(number * 3):
        name = different[turn % len(different)]
        mistake = MISTAKES[(turn + turn // len(different)) % len(MISTAKES)]
        typed = mistake(name, random.Random(f"{name} {turn}"))  # noqa: S311 - chance, not secrecy
        if typed != name and len(found) < number:
            found.append(Misspelling(name, typed))
    return found


def transposed(name: str, chance: random.Random) -> str:
    """Swap a letter with the next."""
    place = _letter(name, chance, last=False)
    return name[:place] + name[place + 1] + name[place] + name[place + 2 :]


def deleted(name: str, chance: random.Random) -> str:
    """Leave a letter out."""
    place = _letter(name, chance)
    return name[:place] + name[place + 1 :]


def doubled(name: str, chance: random.Random) -> str:
    """Type a letter twice."""
    place = _letter(name, chance)
    return name[:place] + name[place] + name[place:]


def beside(name: str, chance: random.Random) -> str:
    """Hit the key beside the right one."""
    place = _letter(name, chance)
    keys = NEIGHBOURS.get(unaccented(name[place]).lower(), [])
    return name[:place] + chance.choice(keys) + name[place + 1 :] if keys else name


def unaccented(name: str, _: random.Random | None = None) -> str:
    """Leave the accents out."""
    return "".join(letter for letter in unicodedata.normalize("NFKD", name) if not unicodedata.combining(letter))


MISTAKES: Final[tuple[Callable[[str, random.Random], str], ...]] = (transposed, deleted, doubled, beside, unaccented)


def _letter(name: str, chance: random.Random, *, last: bool = True) -> int:
    """Return the place of a letter; with `last` off, of one that another letter follows."""
    letters = [
        place
        for place, letter in enumerate(name)
        if letter.isalpha() and (last or name[place + 1 : place + 2].isalpha())
    ]
    return chance.choice(letters)
