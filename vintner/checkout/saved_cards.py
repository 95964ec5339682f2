"""The cards that a shopper may choose among, as the page lists them (spec 6)."""

from datetime import datetime

from vintner.checkout.pages import SavedCard
from vintner.customers.models import User
from vintner.payments.models import SavedMethod


def saved_cards(user: User | None, now: datetime, *, chosen: str = "") -> tuple[SavedCard, ...]:
    """Return the user's own cards, the default one first. The default is chosen, unless another id was (`chosen`)."""
    if user is None:
        return ()
    cards = SavedMethod.objects.filter(customer__user=user).order_by("-is_default", "-pk")
    return tuple(_card(card, now, chosen) for card in cards)


def _card(card: SavedMethod, now: datetime, chosen: str) -> SavedCard:
    has_expired = card.has_expired(now)
    is_chosen = chosen == str(card.pk) if chosen else card.is_default
    return SavedCard(
        id=str(card.pk),
        label=card.label,
        expiry=card.expiry,
        expired=has_expired,
        chosen=is_chosen and not has_expired,
    )
