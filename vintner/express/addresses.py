"""Checks addresses of wallets, and writes their states as the store does."""

from collections.abc import Mapping
from typing import Final

from vintner.shipping.regions import find_region, read_country_and_state, regions, say_no_delivery
from vintner.shipping.rules import Place
from vintner.web.text_input import read_line

MOST_FIELDS: Final = 20
LONGEST: Final = 200


def place_problem(place: Place) -> str:
    """Return why nothing can be sent to a place, whatever is in the cart; '' for a place that can be priced."""
    region = regions().get(place.country)
    if region is None:
        return say_no_delivery(place.country, "")
    if region.needs_state and not place.state:
        return f"Please choose an address with a {region.state_label.lower()} that we know."
    if region.needs_postcode and not place.postcode:
        return f"Please choose an address with a {region.postcode_word}."
    problem = region.misplaced_postcode(place.state, place.postcode)
    return f"{place.postcode} {problem}" if problem else ""


def normalize_address(fields: Mapping[str, str]) -> dict[str, str]:
    """Return the same fields, with the store's codes of country and state in place of the state's name."""
    kept = {name[:LONGEST]: read_line(text[:LONGEST]) for name, text in list(fields.items())[:MOST_FIELDS]}
    country, state = read_country_and_state(kept.get("country", ""), kept.get("state", ""), kept.get("postcode", ""))
    return {**kept, "country": country, "state": state} if state and find_region(country) else kept
