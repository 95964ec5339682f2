"""Reads where a parcel goes from the fields of a call, as forms and wallets send them."""

from collections.abc import Mapping
from typing import Final

from vintner.shipping.regions import find_region, read_country_and_state
from vintner.shipping.rules import Place
from vintner.web.text_input import read_line

_PARTS: Final = ("country", "state", "postcode", "city")
_LONGEST: Final = 200


def read_place(fields: Mapping[str, str]) -> Place:
    """Return the place of an address. A state that the country does not have counts as none. Before the payment wallets
    cut postcodes short: '941**'.
    """
    sent = {name: read_line(fields.get(name, "")[:_LONGEST])[:120] for name in _PARTS}
    country, state = read_country_and_state(sent["country"], sent["state"], sent["postcode"])
    region = find_region(country)
    if region is None:
        return Place(country=country[:2], state=state)
    return Place(
        country=country,
        state=state if state in region.states else "",
        postcode=region.tidy_postcode(sent["postcode"].rstrip("* "))[:12],
        city=sent["city"],
    )
