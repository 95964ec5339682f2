"""Where wine may be sent, as staff keep it."""

from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import Final

from vintner.shipping import rules
from vintner.shipping.ledger import wine_ruling
from vintner.shipping.models import Destination
from vintner.shipping.regions import TERRITORIES, Region, place_name, read_country_and_state, regions, spoken
from vintner.shipping.rules.wine import OLDEST_LEGAL_AGE, Limit, Period
from vintner.web.page import ClosedPlace
from vintner.web.word_lists import join_words

CLOSED_COLUMN: Final = """
    (SELECT json_agg(json_build_array(country, state, wine_allowed, note)) FROM shipping_destination)"""
"""A column of the layout's query, the argument of `closed_places`."""


def load() -> dict[tuple[str, str], rules.DestinationTerms]:
    """Return (country, state) → what staff wrote about it. One query."""
    return {
        read_country_and_state(row.country, row.state): rules.DestinationTerms(
            country=row.country,
            state=row.state,
            wine_allowed=row.wine_allowed,
            note=row.note,
            legal_age=row.legal_age,
            limit=Limit(bottles=row.most_bottles, litres=row.most_litres, period=Period(row.period)),
            signature_fee=row.signature_fee,
        )
        for row in Destination.objects.all()
    }


def find_legal_age(country: str, state: str) -> int:
    """Return the age from which a place lets people have wine, in years; the highest of all if nobody wrote it."""
    ages = Destination.objects.filter(country=country, state=state).values_list("legal_age", flat=True)
    return ages.first() or OLDEST_LEGAL_AGE


def closed_places(rows: Iterable[tuple[str, str, bool, str]] | None) -> tuple[ClosedPlace, ...]:
    """Return the places of the store's countries to which no wine may be sent. `rows` are those of CLOSED_COLUMN."""
    known = {
        read_country_and_state(country, state): rules.DestinationTerms(
            country=country, state=state, wine_allowed=allowed, note=note
        )
        for country, state, allowed, note in rows or ()
    }
    found = []
    for region in regions().values():
        for state in region.states or ("",):
            ruling = wine_ruling(rules.destination_of(known, region.code, state))
            if not ruling.allowed:
                name = spoken(place_name(region.code, state))
                found.append(ClosedPlace(place=f"{region.code}:{state}", name=name, reason=ruling.reason))
    return tuple(found)


@lru_cache(maxsize=1)
def note_for_shoppers(edition: int) -> str:
    """Return where wine can be sent, in a sentence for product pages.

    One query for each edition of the price book: editing a destination makes a new one (shipping's migration).
    """
    rows = Destination.objects.values_list("country", "state", "wine_allowed", "note")
    closed = {each.place for each in closed_places(rows)}
    parts = [part for region in regions().values() if (part := _part(region, closed))]
    return f"We send wine {', and '.join(parts)}." if parts else ""


def _part(region: Region, closed: Collection[str]) -> str:
    """Name what is shorter: where wine goes in a country, or where it does not; '' where it goes nowhere."""
    states = list(region.states or ("",))
    no = [state for state in states if f"{region.code}:{state}" in closed]
    yes = [state for state in states if state not in no]
    if len(yes) <= len(no):
        return f"in {spoken(region.name)} to {join_words(_names(region, yes))}" if yes else ""
    return f"to all of {spoken(region.name)}" + (f" except {join_words(_names(region, no))}" if no else "")


def _names(region: Region, states: list[str]) -> list[str]:
    """Return the names of states as they stand in a list; the territories of the United States as one, last."""
    are_one = region.code == "US" and set(states) >= TERRITORIES
    named = [state for state in states if not (are_one and state in TERRITORIES)]
    return sorted({spoken(place_name(region.code, state)) for state in named}) + ["the territories"] * are_one
