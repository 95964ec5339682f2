"""Half price for those of whom a fact holds: a way to pay, a billing city, an e-mail address."""

from decimal import Decimal

from vintner.pricing.models import Condition, Promotion, Tier

SAID = {
    "payment_method": {"payment_method": "stripe_link"},
    "billing_city": {"billing_city": "Ojai"},
    "email": {"billing_email": "Vip@example.com"},
}
"""A fact → the fields of the checkout's form that say it, as `half_price` wants it."""
WORDS = {"payment_method": "stripe_link", "billing_city": "ojai", "email": "vip@example.com"}


def half_price(fact: str, words: str = "") -> None:
    """Let everything cost half of it where the fact is one of these words; deliveries cost what they did."""
    promotion = Promotion.objects.create(title="Half price")
    Tier.objects.create(promotion=promotion, at_least=1, value=Decimal(50))
    Condition.objects.create(promotion=promotion, kind=fact, words=words or WORDS[fact])
