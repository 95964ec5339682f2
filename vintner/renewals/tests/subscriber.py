"""A subscriber whose boxes are announced, fall due, and are charged."""

from dataclasses import dataclass
from datetime import datetime

from vintner.catalogue.models import Plan, Product
from vintner.orders.models import Order
from vintner.payments.models import Payment, SavedMethod
from vintner.renewals.announcements import announce_due_boxes
from vintner.renewals.charging import renew_box
from vintner.renewals.claims import claim_due_box
from vintner.subscriptions.models import Box, Subscription, SubscriptionNotice
from vintner.subscriptions.rules import NOTICE_AHEAD
from vintner.testing.builders import make_box_wine
from vintner.testing.builders.amounts import NUMBERS
from vintner.testing.sandbox import VISA, Sandbox
from vintner.testing.shopper import Shopper

ACCOUNT = {"createaccount": "1", "account_password": "violet tractor seven moons"}


@dataclass
class Subscriber:
    """A subscription, its wine, and the card that it was opened with. What is read is read afresh."""

    sandbox: Sandbox
    number: int
    wine: Product
    card: str

    @property
    def subscription(self) -> Subscription:
        return Subscription.objects.get(pk=self.number)

    @property
    def box(self) -> Box:
        """The newest box."""
        return self.subscription.boxes.order_by("-number")[0]

    def box_number(self, number: int) -> Box:
        return self.subscription.boxes.get(number=number)

    def is_told(self) -> "Subscriber":
        """Have the next box announced in time."""
        announce_due_boxes(self.box.due_at - NOTICE_AHEAD)
        return self

    def is_charged(self, now: datetime | None = None) -> Box:
        """Have the next box charged on its date, or later; return it."""
        box, now = self.box, now or self.box.next_try_at
        claimed = claim_due_box(now)
        assert claimed is not None
        renew_box(claimed, now)
        box.refresh_from_db()
        return box

    def order_of(self, box: Box) -> Order:
        return Order.objects.get(cart_id=box.cart_id)

    def charges_of(self, box: Box) -> int:
        """Return how often the provider took money for a box."""
        return sum(self.sandbox.charges(order.pk) for order in Order.objects.filter(cart_id=box.cart_id))

    def takes_card(self, number: str = VISA) -> SavedMethod:
        """Have another card saved at the provider, and chosen for the subscription."""
        method = self.subscription.method
        assert method is not None
        card = self.sandbox.card(number)
        self.sandbox.attach(card, method.customer.customer_id)
        other = SavedMethod.objects.create(
            customer=method.customer,
            method_id=card,
            fingerprint=f"of {card}",
            brand="visa",
            last_four=number[-4:],
            expires_year=2040,
            expires_month=12,
        )
        Subscription.objects.filter(pk=self.number).update(method=other)
        return other

    def turns_card(self, number: str) -> None:
        """Let the card do from now on what the test card with this number does."""
        method = self.subscription.method
        assert method is not None
        self.sandbox.turn(method.method_id, number)

    def notices(self, kind: str) -> list[str]:
        """Return the subjects of notices of a kind, oldest first."""
        found = SubscriptionNotice.objects.filter(subscription_id=self.number, kind=kind)
        return list(found.order_by("pk").values_list("subject", flat=True))


def subscribe(sandbox: Sandbox, plan: Plan | None = None, *, price: str = "60.00", quantity: int = 1) -> Subscriber:
    """Open a subscription by the checkout, with a card that pays."""
    wine = make_box_wine(plan, price=price)
    shopper, card = Shopper().puts(wine, quantity), sandbox.card()
    answer = shopper.pays(card, **ACCOUNT, billing_email=f"ada{next(NUMBERS)}@example.com")
    assert answer.result == "success", answer.messages
    return Subscriber(sandbox, Subscription.objects.latest("pk").pk, wine, card)


def charged_methods(box: Box) -> list[str]:
    """Return the provider's names of the methods by which a box was charged or tried, in the order of attempts."""
    found = Payment.objects.filter(order__cart_id=box.cart_id).order_by("pk")
    return list(found.values_list("method", flat=True))
