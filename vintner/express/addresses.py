"""Reads addresses as wallets send them: states by name, and before the payment postcodes that are cut short."""

from collections.abc import Mapping
from typing import Final

from vintner.shipping.regions import Region, place_name, regions
from vintner.shipping.rules import Place
from vintner.web.text_input import read_line

PARTS: Final = ("country", "state", "postcode", "city")
MOST_FIELDS: Final = 20
LONGEST: Final = 200


def read_place(fields: Mapping[str, str]) -> Place:
    """Return the place of an address. A state that the country does not have counts as none."""
    sent = {name: read_line(fields.get(name, "")[:LONGEST])[:120] for name in PARTS}
    country = sent["country"].upper()
    region = regions().get(country)
    if region is None:
        return Place(country=country[:2], state=sent["state"][:3])
    return Place(
        country=country,
        state=region.find_state(sent["state"]) or _misplaced_state(region, sent),
        postcode=region.tidy_postcode(sent["postcode"].rstrip("* "))[:12],
        city=sent["city"],
    )


def place_problem(place: Place) -> str:
    """Return why nothing can be sent to a place, whatever is in the cart; '' for a place that can be priced."""
    region = regions().get(place.country)
    if region is None:
        name = place_name(place.country, "") or "that country"
        return f"We have no delivery to {name}. Please check the address, or write to us: we may find a way."
    if region.needs_state and not place.state:
        return f"Please choose an address with a {region.state_label.lower()} that we know."
    if region.needs_postcode and not place.postcode:
        return f"Please choose an address with a {region.postcode_word}."
    problem = region.misplaced_postcode(place.state, place.postcode)
    return f"{place.postcode} {problem}" if problem else ""


def normalize_address(fields: Mapping[str, str]) -> dict[str, str]:
    """Return the same fields, with the store's code in place of the state's name."""
    kept = {name[:LONGEST]: read_line(text[:LONGEST]) for name, text in list(fields.items())[:MOST_FIELDS]}
    region = regions().get(kept.get("country", "").upper())
    if region is None:
        return kept
    state = region.find_state(kept.get("state", "")) or _misplaced_state(region, kept)
    return {**kept, "state": state} if state else kept


def _misplaced_state(region: Region, fields: Mapping[str, str]) -> str:
    """Return the state that stands in another field: some wallets send Hong Kong's region in place of a postcode."""
    return region.find_state(fields.get("postcode", "")) if region.code == "HK" else ""
