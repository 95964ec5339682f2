"""Where wine may be sent, as staff keep it."""

from functools import lru_cache

from vintner.shipping import rules
from vintner.shipping.models import Destination
from vintner.shipping.regions import country_name, place_name, spoken
from vintner.shipping.rules.wine import OLDEST_LEGAL_AGE, Limit, Period


def load() -> dict[tuple[str, str], rules.DestinationTerms]:
    """Return (country, state) → what staff wrote about it. One query."""
    return {
        (row.country, row.state): rules.DestinationTerms(
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


@lru_cache(maxsize=1)
def note_for_shoppers(edition: int) -> str:
    """Return where wine can be sent, in a sentence for product pages.

    One query for each edition of the price book: editing a destination makes a new one (shipping's migration).
    """
    allowed: dict[str, dict[str, bool]] = {}
    for country, state, yes in Destination.objects.values_list("country", "state", "wine_allowed"):
        allowed.setdefault(country, {})[state] = yes
    parts = [
        _part(country, states) for country, states in sorted(allowed.items(), reverse=True) if any(states.values())
    ]
    return f"We send wine {', and '.join(parts)}." if parts else ""


def _part(country: str, states: dict[str, bool]) -> str:
    """Name what is shorter: where wine goes, or where it does not."""
    yes, no = (
        sorted({spoken(place_name(country, s)) for s, ok in states.items() if ok is wanted}) for wanted in (True, False)
    )
    name = spoken(country_name(country))
    if len(yes) < len(no):
        return f"in {name} to {_listed(yes)}"
    return f"to all of {name}" + (f" except {_listed(no)}" if no else "")


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
