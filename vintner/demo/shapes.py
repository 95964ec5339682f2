"""What the data of the demo consist of."""

from datetime import date
from typing import Annotated, Literal

from pydantic import AfterValidator
from pydantic.dataclasses import dataclass

Colour = Literal["Red", "White", "Rosé", "Sparkling", "Dessert", "Fortified"]
Food = Literal[
    "Beef", "Lamb", "Pork & charcuterie", "Poultry", "Game", "Fish & shellfish", "Vegetables", "Pasta & pizza",
    "Cheese", "Spicy food", "Dessert",
]  # fmt: skip
LabelStyle = Literal["engraved", "geometric", "landscape", "crest", "vine", "script"]
Scene = Literal["hills", "terraces", "mountains", "coast", "plain", "river"]

STANDARD = "750 ml"


def paragraphs(text: str) -> str:
    """Return a text with the line breaks of its file taken out, and those between paragraphs kept."""
    return "\n\n".join(" ".join(part.split()) for part in text.split("\n\n") if part.strip())


Prose = Annotated[str, AfterValidator(paragraphs)]


@dataclass(frozen=True, slots=True, kw_only=True, config={"extra": "forbid"})
class Grower:
    """A producer. `paper` and `ink` are the colours of its labels, `accent` that of their ornament."""

    slug: str
    name: str
    region: str
    country: str
    founded: int
    summary: str
    story: Prose
    label: LabelStyle
    scene: Scene
    paper: str
    ink: str
    accent: str
    captions: tuple[str, str, str]
    """Of its slides, in their order."""
    portrait: str
    """What its portrait shows, in words."""


@dataclass(frozen=True, slots=True, kw_only=True, config={"extra": "forbid"})
class DemoStyle:
    """A wine on the scales from 1 to 5. White wine has no tannin to speak of."""

    body: int
    acidity: int
    sweetness: int
    tannin: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True, config={"extra": "forbid"})
class DemoScore:
    """A score of a critic; all of them are invented."""

    source: str
    points: str
    on: date
    out_of: int = 100


Years = tuple[int, int]
"""From which year until which one to drink it; 0 is open."""


@dataclass(frozen=True, slots=True, kw_only=True, config={"extra": "forbid"})
class DemoBottle:
    """A choice of a variable wine: its vintage, size or age, what it costs and how many are there.

    `abv` and `notes` are this vintage's own, where they differ from the wine's; `note` says what the year was like.
    `size` is a second choice.
    """

    choice: str
    price: str
    stock: int
    size: str = ""
    abv: str = ""
    notes: tuple[str, ...] = ()
    note: str = ""
    drink: Years = (0, 0)
    scores: tuple[DemoScore, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True, config={"extra": "forbid"})
class DemoWine:
    """A wine as the shop tells of it. Prices in dollars; `text` holds paragraphs parted by blank lines."""

    sku: str
    grower: str
    name: str
    colour: Colour
    appellation: str
    grapes: tuple[str, ...]
    abv: str
    price: str = ""
    vintage: str = ""
    size: str = STANDARD
    stock: int = 48
    notes: tuple[str, ...]
    pairing: tuple[str, ...]
    goes_with: tuple[Food, ...]
    """The kinds of food of its pairings, by which shoppers filter."""
    style: DemoStyle
    drink: Years = (0, 0)
    dosage: str = ""
    farming: tuple[str, ...] = ()
    scores: tuple[DemoScore, ...] = ()
    short: str
    text: Prose
    tags: tuple[str, ...] = ()
    sale: str = ""
    featured: bool = False
    low_at: int | None = None
    sold_individually: bool = False
    backorders: Literal["no", "notify", "yes"] = "no"
    published: bool = True
    coming_soon: bool = False
    hide_price: bool = False
    sold: int = 0
    vintages: tuple[DemoBottle, ...] = ()
    sizes: tuple[DemoBottle, ...] = ()
    ages: tuple[DemoBottle, ...] = ()
    library: tuple[DemoBottle, ...] = ()
    """Many vintages in several sizes, which share the wine's picture."""
    shape: Literal["", "bordeaux", "burgundy", "flute", "champagne", "port", "half"] = ""


@dataclass(frozen=True, slots=True, kw_only=True, config={"extra": "forbid"})
class Opinion:
    """A review, and what the store answered. Its text is used for one wine only."""

    rating: int
    text: str
    reply: str = ""
