"""Subscriptions as if their first order had been paid."""

from datetime import datetime

from django.utils import timezone

from vintner.catalogue.models import Product
from vintner.customers.models import User
from vintner.orders.models import Order
from vintner.subscriptions import subscriptions
from vintner.subscriptions.models import Subscription, SubscriptionConsent
from vintner.testing.builders.plans import make_box_wine
from vintner.testing.builders.products import only_variation
from vintner.testing.builders.shoppers import make_user

ADDRESS = {
    "first_name": "Jane",
    "last_name": "Doe",
    "country": "US",
    "state": "CA",
    "city": "San Francisco",
    "postcode": "94110",
    "address_1": "1 Main St",
}


def make_subscription(
    wine: Product | None = None,
    *,
    user: User | None = None,
    quantity: int = 1,
    now: datetime | None = None,
    **other: object,
) -> Subscription:
    """Make an active subscription with a paid first box and a scheduled second one. `other` are fields of it."""
    wine, user, now = wine or make_box_wine(), user or make_user(), now or timezone.now()
    variation, plan = only_variation(wine), wine.plan
    price = variation.price(now)
    if plan is None or price is None:
        raise ValueError("The wine has no plan or no price.")
    terms = plan.terms
    order = Order.objects.create(user=user, email=user.email, billing=ADDRESS, shipping=ADDRESS)
    fields: dict[str, object] = {
        "price": price.current,
        "full_price": price.current,
        "currency": "USD",
        "price_rule": terms.price_rule,
        "trial_price": terms.trial_price if terms.has_trial else None,
        "trial_boxes": terms.trial_boxes,
        "bottles": terms.bottles,
        "interval_count": terms.cadence.count,
        "interval_unit": terms.cadence.unit,
        "least_boxes": terms.least_boxes,
        "most_boxes": terms.most_boxes,
        "skips_in_a_row": terms.skips_in_a_row,
        "longest_pause": terms.longest_pause,
    }
    subscription = Subscription.objects.create(
        user=user,
        plan=plan,
        variation=variation,
        quantity=quantity,
        first_order=order,
        anchor_at=now,
        email=user.email,
        billing=ADDRESS,
        shipping=ADDRESS,
        **{**fields, **other},
    )
    SubscriptionConsent.objects.create(subscription=subscription, words="I agree.", age_fields={"of_age": "1"})
    subscriptions.activate(subscription, now)
    return subscription
