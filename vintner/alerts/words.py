"""What forms, pages and e-mails say of each kind of alert."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.conf import settings

from vintner.alerts.models import Alert
from vintner.catalogue.models import Product, Variation
from vintner.catalogue.wine_label import label_of, labelled

Kind = Alert.Kind

_CONFIRM: Final = " after you confirm your address. Every email has a link to unsubscribe."
_OF_WINE: Final = f"We’ll send you one email about it,{_CONFIRM}"
CONSENT: Final[Mapping[str, str]] = {
    Kind.LAUNCH: f"We’ll send you one email when this wine goes on sale,{_CONFIRM}",
    Kind.RESTOCK: _OF_WINE,
    Kind.PRICE_DROP: _OF_WINE,
    Kind.NEXT_VINTAGE: _OF_WINE,
    Kind.OPENING: f"We’ll send you one email when the store opens,{_CONFIRM}",
}
"""The words beside the form. They are stored with the row as what was agreed to."""


@dataclass(frozen=True, slots=True)
class AlertWords:
    """What is said of one alert.

    `event` completes “when …”; `subject` is that of the e-mail to confirm the address; `about` names what e-mails are
    about.
    """

    event: str
    subject: str
    about: str


def name_of(alert: Alert) -> str:
    """Return what an alert is about: the wine, with its vintage if it has several, or the store."""
    if alert.product is None:
        return settings.STORE_NAME
    if alert.variation_id is None or alert.product.kind == Product.Kind.SIMPLE:
        return alert.product.name
    return label_of(labelled(Variation.objects.filter(pk=alert.variation_id)).get()).text


def words_of(alert: Alert) -> AlertWords:
    """Return what is said of an alert."""
    name = name_of(alert)
    match alert.kind:
        case Kind.RESTOCK:
            return AlertWords(f"{name} is back in stock", f"tell me when {name} is back", name)
        case Kind.PRICE_DROP:
            return AlertWords(f"{name} gets cheaper", f"tell me when {name} gets cheaper", name)
        case Kind.NEXT_VINTAGE:
            return AlertWords(
                f"the next vintage of {name} arrives",
                f"tell me about the next vintage of {name}",
                f"the next vintage of {name}",
            )
        case Kind.OPENING:
            return AlertWords(f"{name} opens", f"tell me when {name} opens", f"the opening of {name}")
    return AlertWords(f"{name} is available", f"tell me when {name} is available", name)
