"""What can be done with an alert: asked for, confirmed, stopped (docs/behaviour/alerts.md)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum, auto
from typing import Any, Final

from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.db.models import Q

from vintner.alerts import alert_emails
from vintner.alerts.models import Alert, DigestReader
from vintner.alerts.words import CONSENT
from vintner.catalogue.models import Product, Variation
from vintner.customers.models import User
from vintner.money import Money
from vintner.refusal import Refusal
from vintner.web.rate_limits import count_try

Kind = Alert.Kind

BAD_EMAIL: Final = "Please enter a valid email address."
NO_PRODUCT: Final = "This product is not available for notifications."
TOO_MANY: Final = "Too many tries. Please wait an hour."
_SIGNER: Final = Signer(salt="vintner.alerts")


PLEASE_CONFIRM: Final = (
    "Please press the link in the email that we send you, so that we know the address is yours. "
    "We send at most three of them a day."
)
PERHAPS_CONFIRM: Final = (
    "If the address is not confirmed yet, please press the link in the email that we send you, so that we know it is "
    "yours. We send at most three of them a day."
)


class AskedAlert(Enum):
    """What became of a request. It is false for an address that is on the list already."""

    ALREADY = auto()
    """The address is known to be the visitor's."""
    ALREADY_PERHAPS_CONFIRMED = auto()
    """A link was mailed if the address is not confirmed. Which it is, is the business of its owner alone."""
    LISTED = auto()
    TO_BE_CONFIRMED = auto()
    """A link to confirm the address is mailed. The answer is the same if it got too many today."""

    def __bool__(self) -> bool:
        return self in (AskedAlert.LISTED, AskedAlert.TO_BE_CONFIRMED)

    @property
    def note(self) -> str:
        """The sentence about the e-mail that was sent, '' where none is due."""
        if self is AskedAlert.TO_BE_CONFIRMED:
            return PLEASE_CONFIRM
        return PERHAPS_CONFIRM if self is AskedAlert.ALREADY_PERHAPS_CONFIRMED else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AlertAddress:
    """The address that is to be mailed, in the form that `web.email_addresses.read_address` returns, and who sent it.

    `user` is the customer whose address it is known to be, None for all others. `has_proven` says that the address is
    known to be the visitor's; any other is mailed a link to confirm it. `network` is the visitor's rate_limit_key.
    """

    email: str
    user: User | None
    has_proven: bool
    network: str


@dataclass(frozen=True, slots=True)
class AlertSubject:
    """What is to be told: of a wine, of a variation of it, or without either of the store.

    `prices` (by variation) and `vintage` are those at asking, with which later ones are compared.
    """

    kind: Alert.Kind
    product: Product | None = None
    variation: Variation | None = None
    prices: Mapping[int, Money] = field(default_factory=dict[int, Money])
    vintage: int | None = None

    def price_columns(self) -> dict[str, Any]:
        """Return the columns `price` and `prices` of the alert. A key of digits alone would be an index to SQL."""
        minor = {price_key(variation_id): price.minor for variation_id, price in self.prices.items()}
        return {"price": max(self.prices.values(), default=None), "prices": minor}


def price_key(variation_id: int) -> str:
    """Return the key of a variation in the column `prices`."""
    return f"v{variation_id}"


def ask_for_launch(product_id: int, address: AlertAddress, now: datetime) -> AskedAlert:
    """Put an address on the list of a wine that is coming soon.

    Raises Refusal `no_product` or `too_many`.
    """
    product = Product.objects.published().filter(pk=product_id, available_from__gt=now).first()
    if product is None:
        raise Refusal("no_product", NO_PRODUCT)
    return ask(AlertSubject(Kind.LAUNCH, product), address, now)


def ask_for_opening(address: AlertAddress, now: datetime) -> AskedAlert:
    """Put an address on the list of those who are mailed when the store opens (`launches.send_opening_alerts`).

    Raises Refusal `too_many`.
    """
    return ask(AlertSubject(Kind.OPENING), address, now)


def ask(subject: AlertSubject, address: AlertAddress, now: datetime) -> AskedAlert:
    """Put an address on a list. Raises Refusal `too_many`."""
    if not count_try("alerts", address.network):
        raise Refusal("too_many", TOO_MANY)
    if _has_held_bottle(subject, address.email, now):
        return AskedAlert.ALREADY if address.has_proven else AskedAlert.ALREADY_PERHAPS_CONFIRMED
    with transaction.atomic():
        alert, is_new = Alert.objects.get_or_create(
            kind=subject.kind,
            product=subject.product,
            variation=subject.variation,
            email=address.email,
            stopped_at=None,
            sent_at=None,
            defaults={
                "user": address.user,
                "consent": CONSENT[subject.kind],
                "asked_at": now,
                "vintage": subject.vintage,
                **subject.price_columns(),
            },
        )
        if alert.confirmed_at is None:
            _confirm_or_mail(alert, address, now)
    if not is_new:
        return AskedAlert.ALREADY if address.has_proven else AskedAlert.ALREADY_PERHAPS_CONFIRMED
    return AskedAlert.LISTED if address.has_proven else AskedAlert.TO_BE_CONFIRMED


def confirm_alert(alert_id: int, now: datetime) -> bool:
    """Confirm the address of an alert. Returns whether it is on the list now."""
    Alert.objects.filter(pk=alert_id, confirmed_at=None, stopped_at=None).update(confirmed_at=now)
    return Alert.objects.filter(pk=alert_id, stopped_at=None).exclude(confirmed_at=None).exists()


def stop_alert(alert_id: int, now: datetime) -> None:
    """Take an address off the list that an alert is on, also if it was asked for anew after this alert ended."""
    alert = Alert.objects.filter(pk=alert_id).first()
    if alert is not None:
        same = Q(pk=alert_id) | Q(sent_at=None, kind=alert.kind, product=alert.product_id, variation=alert.variation_id)
        Alert.objects.filter(same, email=alert.email, stopped_at=None).update(stopped_at=now)


def stop_all_alerts(email: str, now: datetime) -> None:
    """Take an address off all lists."""
    Alert.objects.filter(email=email, stopped_at=None).update(stopped_at=now)
    DigestReader.objects.filter(email=email).delete()


def find_alert(token: str) -> Alert | None:
    """Return the alert that a mailed link is about, None if the link was not made here or the alert is deleted."""
    try:
        number = int(_SIGNER.unsign(token))
    except (BadSignature, ValueError):
        return None
    return Alert.objects.select_related("product", "variation", "held_bottle").filter(pk=number).first()


def sign_alert(alert: Alert) -> str:
    """Return the token of an alert's mailed links."""
    return _SIGNER.sign(str(alert.pk))


def _has_held_bottle(subject: AlertSubject, email: str, now: datetime) -> bool:
    """Return whether a bottle of what is asked for is held for the address."""
    held = Q(held_bottle__ended_at=None, held_bottle__expires_at__gt=now)
    return (
        subject.variation is not None and Alert.objects.filter(held, variation=subject.variation, email=email).exists()
    )


def _confirm_or_mail(alert: Alert, address: AlertAddress, now: datetime) -> None:
    """Confirm an address that is the visitor's, or mail a link to do so unless it got too many today."""
    if address.has_proven:
        Alert.objects.filter(pk=alert.pk).update(confirmed_at=now, user=address.user)
    elif count_try("alert_emails", alert.email):
        alert_emails.queue_confirmation(alert, sign_alert(alert))
