"""What the admin displays of an origin."""

from vintner.attribution.labels import UNKNOWN
from vintner.attribution.models import COUNTS, TEXTS, CustomerAttribution, OrderAttribution

_DISPLAYED = (*TEXTS[1:], *COUNTS, "device_type", "user_agent")


def label_of(origin: OrderAttribution | CustomerAttribution | None) -> str:
    """Return the origin in a few words; without a row it is unknown."""
    return origin.label if origin is not None else UNKNOWN


def list_details(origin: OrderAttribution | CustomerAttribution | None) -> list[tuple[str, str]]:
    """Return names and values of all that is known."""
    if origin is None:
        return []
    found = ((origin._meta.get_field(name), getattr(origin, name)) for name in _DISPLAYED)
    return [
        (str(getattr(field, "verbose_name", "")).capitalize(), str(value))
        for field, value in found
        if value not in ("", None)
    ]
