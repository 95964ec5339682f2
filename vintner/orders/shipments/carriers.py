"""The carriers that bring parcels, and the pages on which each shows where a parcel is. No Django."""

import re
from typing import Final
from urllib.parse import quote

PICKUP: Final = "pickup"
"""In the place of a carrier: the customer has collected the order."""
OTHER: Final = "other"
"""A carrier that is not in the table: staff writes its name, and the address of its page."""

_CARRIERS: Final = {
    "ups": ("UPS", "https://www.ups.com/track?tracknum={number}"),
    "fedex": ("FedEx", "https://www.fedex.com/fedextrack/?trknbr={number}"),
    "usps": ("USPS", "https://tools.usps.com/go/TrackConfirmAction?tLabels={number}"),
    "canada_post": (
        "Canada Post",
        "https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor={number}",
    ),
    "purolator": ("Purolator", "https://www.purolator.com/en/shipping/tracker?pin={number}"),
    "gls": ("GLS", "https://gls-group.com/GROUP/en/parcel-tracking?match={number}"),
    "ontrac": ("OnTrac", "https://www.ontrac.com/tracking/?number={number}"),
}
NAMES: Final = {code: name for code, (name, _) in _CARRIERS.items()}
"""Code → name, in the order in which forms offer them."""
_NUMBER: Final = re.compile(r"[A-Z0-9]{6,40}")


def tracking_address(carrier: str, number: str) -> str:
    """Return the page of a carrier about a tracking number; '' without a number, and for carriers that have no row."""
    if not number or carrier not in _CARRIERS:
        return ""
    return _CARRIERS[carrier][1].format(number=quote(number, safe=""))


def clean_number(text: str) -> str | None:
    """Return a tracking number as carriers read it, without the spaces of labels; None for what is none."""
    number = re.sub(r"[\s-]+", "", text).upper()
    return number if not number or _NUMBER.fullmatch(number) else None
