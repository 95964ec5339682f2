"""What is known of a wine, as its page displays it."""

from vintner.web.page import Props


class Fact(Props):
    """Vintage: 2019. `slug` is the attribute's: vintage, region, grape …"""

    slug: str
    name: str
    value: str


class Scale(Props):
    """Body: 4 of 5, 'Medium to full'."""

    slug: str
    name: str
    level: int
    most: int
    words: str


class Score(Props):
    """A critic's score: '94/100' by a source, on a day or with an empty one."""

    source: str
    points: str
    date: str
    iso_date: str
