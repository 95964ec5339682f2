"""The place that a shopper names in one field, and the words for it in the header."""

from typing import Final

from vintner.shipping.regions import Region, place_name, regions, spoken
from vintner.shipping.rules import Place

LONGEST: Final = 60
"""Characters that a form shows again of what was typed. No name of a state has more."""


def find_place(typed: str) -> Place | None:
    """Return the place that a postcode or the name of a state names, None where the store ships to no such place.

    The home country comes first: CA is California, not Canada.
    """
    text = " ".join(typed.split())
    return next((place for region in regions().values() if (place := _place_in(region, text))), None)


def _place_in(region: Region, text: str) -> Place | None:
    postcode = region.tidy_postcode(text)
    if region.needs_postcode and region.postcode.fullmatch(postcode):
        state = region.state_of_postcode(postcode)
        return None if region.needs_state and not state else Place(country=region.code, state=state, postcode=postcode)
    if region.needs_state:
        state = region.find_state(text)
        return Place(country=region.code, state=state) if state else None
    return Place(country=region.code) if text.casefold() == region.name.casefold() else None


def unknown_place_words() -> str:
    """Return what to type, for who typed something else."""
    examples = [
        f"a {region.postcode_word} like {region.postcode_example}"
        for region in regions().values()
        if region.postcode_example
    ]
    return f"We don’t know that place. Enter {', '.join((*examples, 'or the name of a state or province'))}."


def place_words(place: Place) -> str:
    """Return a place in a few words: 'CA 94110' with a whole postcode, else 'Ontario'."""
    region = regions().get(place.country)
    if region is None or not region.postcode.fullmatch(place.postcode) or not place.postcode:
        return spoken(place_name(place.country, place.state))
    postcode = place.postcode[:5] if place.country == "US" else place.postcode
    return " ".join(filter(None, (place.state, postcode)))
