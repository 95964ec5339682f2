"""The saved payment methods that a shopper may choose among, as the page lists them."""

from datetime import datetime

from vintner.checkout.pages import SavedCard
from vintner.customers.models import User
from vintner.payments.models import SavedMethod


def saved_cards(user: User | None, now: datetime, *, chosen: str = "") -> tuple[SavedCard, ...]:
    """Return the user's saved methods, the default one first. `chosen` is the id that the shopper chose; without one,
    the first of each type is chosen.
    """
    if user is None:
        return ()
    cards = list(SavedMethod.objects.filter(customer__user=user).order_by("-is_default", "-pk"))
    first = {card.type: card.pk for card in reversed(cards)}
    return tuple(_card(card, now, chosen or str(first[card.type])) for card in cards)


def _card(card: SavedMethod, now: datetime, chosen: str) -> SavedCard:
    has_expired = card.has_expired(now)
    is_chosen = chosen == str(card.pk)
    return SavedCard(
        id=str(card.pk),
        type=card.type,
        label=card.label,
        expiry=card.expiry,
        expired=has_expired,
        chosen=is_chosen and not has_expired,
    )
