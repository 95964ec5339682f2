"""What a payment method is saved for."""

from dataclasses import dataclass, field
from typing import Final

from vintner.orders.models import Order
from vintner.web.client_address import BrowserInfo


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupPurpose:
    """What a method is saved for besides later orders: a `subscription`, by its number, all of the account, or those of
    an `order` that cost nothing.

    It is stored with the attempt, so that it is done whoever reports the outcome. `browser` is the client that accepted
    a mandate.
    """

    subscription: int | None = None
    for_all: bool = False
    order: Order | None = None
    browser: BrowserInfo = field(default_factory=BrowserInfo)

    @property
    def is_for_subscriptions(self) -> bool:
        return self.subscription is not None or self.for_all

    @property
    def is_for_account(self) -> bool:
        """Whether it is added to the account, and no subscription or order waits for it."""
        return self.subscription is None and self.order is None


FOR_ORDERS: Final = SetupPurpose()
