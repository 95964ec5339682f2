"""Who brings an order and when, in words for shoppers."""

from vintner.shipping.rules import Arrival, Departure
from vintner.web.dates import days_in_words


def arrival_words(carrier: str, arrival: Arrival | None, *, is_pickup: bool) -> str:
    """Return 'FedEx Ground, arrives Tue–Thu, Dec 1–3', and of a pickup 'Ready Tue, Dec 1'; '' if nothing is known."""
    when = ""
    if arrival is not None:
        when = f"{'ready' if is_pickup else 'arrives'} {days_in_words(arrival.earliest, arrival.latest)}"
    text = ", ".join(filter(None, (carrier, when)))
    return f"{text[:1].upper()}{text[1:]}"


def departure_words(departure: Departure, *, short: bool = False) -> str:
    """Return 'leaves Wed, Sep 16 and arrives Fri–Tue, Sep 18–22'; if it is to be `short`, the arrival alone, where it
    is known.
    """
    leaves = f"leaves {days_in_words(departure.leaves, departure.leaves)}"
    if departure.arrival is None:
        return leaves
    arrives = f"arrives {days_in_words(departure.arrival.earliest, departure.arrival.latest)}"
    return arrives if short else f"{leaves} and {arrives}"
