"""What visitors read when they are asked about cookies. A change of these words asks everybody again.

A test holds that the version changes with the words.
"""

from typing import Final, NamedTuple

VERSION: Final = 2
TITLE: Final = "Your cookies, your choice"
INTRO: Final = (
    "We need some cookies to run the store. With your yes, others remember how you like it and tell us how shoppers "
    "find us. You can change your choice at any time under “Cookie settings” at the foot of each page."
)


class KindWords(NamedTuple):
    """A kind of cookies: its name in forms, its title, what it is for."""

    name: str
    title: str
    text: str


NECESSARY: Final = KindWords(
    "necessary",
    "Necessary",
    "They keep your cart, your log-in and this choice, and protect forms and payments. The store does not work without "
    "them, so they are always on.",
)
PREFERENCES: Final = KindWords(
    "preferences",
    "Preferences",
    "They remember how you use the store, such as the place of the basket and the wines you looked at. These stay in "
    "your browser and are not sent to us.",
)
STATISTICS: Final = KindWords(
    "statistics",
    "Statistics",
    "They tell us which link, search or site led you here, how many pages you open and what is bought after that. "
    "We count this ourselves and sell it to nobody.",
)
KINDS: Final = (NECESSARY, PREFERENCES, STATISTICS)
