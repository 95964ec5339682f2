"""How the style of a wine, its years and its scores are worded."""

from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from typing import Final, NamedTuple

from vintner.catalogue.tasting.props import Fact, Scale, Score
from vintner.web.dates import day_in_words

SCALES: Final = {
    "body": ("Light", "Light to medium", "Medium", "Medium to full", "Full"),
    "acidity": ("Soft", "Soft to fresh", "Fresh", "Crisp", "Racy"),
    "sweetness": ("Bone dry", "Dry", "Off-dry", "Sweet", "Very sweet"),
    "tannin": ("None", "Silky", "Fine", "Firm", "Grippy"),
}
"""The scales by their columns, with the words for 1 to 5."""
DRINK_WINDOW: Final = "drink-window"
DOSAGE: Final = "dosage"


class Style(NamedTuple):
    """The columns of `WineStyle`. None: not known. The dosage is in grams per liter."""

    drink_from: int | None = None
    drink_until: int | None = None
    dosage: Decimal | None = None
    body: int | None = None
    acidity: int | None = None
    sweetness: int | None = None
    tannin: int | None = None


def window_facts(first: int | None, last: int | None) -> tuple[Fact, ...]:
    """Return the drink window as a fact: '2026–2035', 'From 2026', 'Until 2035'; nothing if it is open."""
    if first and last:
        years = str(first) if first == last else f"{first}–{last}"
    elif first or last:
        years = f"From {first}" if first else f"Until {last}"
    else:
        return ()
    return (Fact(slug=DRINK_WINDOW, name="Best to drink", value=years),)


def style_facts(style: Style) -> tuple[Fact, ...]:
    """Return what is written as a fact: drink window and dosage ('4.5 g/l')."""
    facts = window_facts(style.drink_from, style.drink_until)
    if style.dosage is None:
        return facts
    grams = f"{style.dosage:f}".removesuffix(".0")
    return (*facts, Fact(slug=DOSAGE, name="Dosage", value=f"{grams} g/l"))


def scales(style: Style) -> tuple[Scale, ...]:
    """Return the known scales in their order."""
    return tuple(
        Scale(slug=name, name=name.capitalize(), level=level, most=len(levels), words=levels[level - 1])
        for name, levels in SCALES.items()
        if (level := getattr(style, name)) is not None
    )


def omit_facts(facts: Iterable[Fact], *stated: Fact | Scale) -> tuple[Fact, ...]:
    """Return the facts without those that are stated otherwise: an imported attribute 'Body' beside the scale."""
    slugs = {each.slug for each in stated}
    return tuple(fact for fact in facts if fact.slug not in slugs)


def score(source: str, points: Decimal, out_of: int, day: date | None) -> Score:
    """Return a score in words: '94/100', '17.5/20', 'March 3, 2026'."""
    number = f"{points:f}".removesuffix(".0")
    return Score(
        source=source,
        points=f"{number}/{out_of}",
        date=day_in_words(day) if day else "",
        iso_date=day.isoformat() if day else "",
    )
