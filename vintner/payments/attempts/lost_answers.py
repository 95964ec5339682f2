"""Attempts whose answer was lost: whether the provider has an intent of them is found by what their intents carry."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from vintner.payments.attempts import attempts
from vintner.payments.attempts.start_payment import apply_found
from vintner.payments.gateway import Intent
from vintner.payments.models import Payment
from vintner.payments.provider import gateway


@dataclass(frozen=True, slots=True)
class ListedIntents:
    """What the provider had of all attempts without an answer, listed once for a whole round."""

    listed_at: datetime
    intents: tuple[Intent, ...]

    def apply_to(self, payment: Payment) -> None:
        """Apply what was listed to an attempt. One that was called again since is left for the next round."""
        if payment.busy_until is None or payment.busy_until <= self.listed_at:
            claim = attempts.build_claim(payment)
            apply_found(payment, next((each for each in self.intents if each.claim == claim), None))


def list_intents(lost: Iterable[Payment], now: datetime) -> ListedIntents:
    """List the intents of attempts without an answer at the provider. Raises ProviderDown."""
    waiting = list(lost)
    if not waiting:
        return ListedIntents(now, ())
    since = min(payment.created_at for payment in waiting)
    return ListedIntents(now, tuple(gateway().find_claimed([attempts.build_claim(each) for each in waiting], since)))
