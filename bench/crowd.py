"""`python -m bench.crowd`: writes promotions until many are active, and prints the ids of wines to fill a cart with."""

import json
import os

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "vintner.settings"
django.setup()

# ruff: noqa: E402 - models can be imported once Django is set up
from vintner.catalogue.models import Variation
from vintner.pricing.choices import ConditionKind, PromotionKind
from vintner.pricing.models import Condition, Promotion, Tier
from vintner.pricing.tests.crowded import LINES, RULES

KINDS = (PromotionKind.SIMPLE, PromotionKind.BULK, PromotionKind.SET, PromotionKind.CART)


def main() -> None:
    """Make the crowd."""
    for number in range(Promotion.objects.filter(enabled=True).count(), RULES):
        promotion = Promotion.objects.create(title=f"Offer {number}", kind=KINDS[number % len(KINDS)], priority=number)
        Tier.objects.create(promotion=promotion, at_least=2 + number % 5, value=5)
        Condition.objects.create(promotion=promotion, kind=ConditionKind.SUBTOTAL, number=10)
    sold = Variation.objects.filter(
        enabled=True, product__published=True, product__sold_individually=False, product__in_stock=True, on_hand__gte=9
    )
    ids = list(sold.exclude(product__available_from__isnull=False).order_by("id").values_list("pk", flat=True)[:LINES])
    if len(ids) < LINES:
        raise SystemExit(f"There are only {len(ids)} different wines to fill a cart with.")
    print(json.dumps(ids))


main()
