"""Shoppers who wait for a price."""

from django.utils import timezone

from vintner.alerts.alerts import AlertSubject
from vintner.alerts.models import Alert
from vintner.catalogue import products
from vintner.catalogue.models import Product, Variation
from vintner.money import Money

NOW = timezone.now()


def wait_for_price(product: Product, email: str = "ada@example.com", price: int = 2000) -> Alert:
    bottles = product.variations.values_list("pk", flat=True)
    columns = AlertSubject(Alert.Kind.PRICE_DROP, prices=dict.fromkeys(bottles, Money(price))).price_columns()
    return Alert.objects.create(
        kind="price_drop", product=product, email=email, consent="yes", confirmed_at=NOW, **columns
    )


def set_price(product: Product, price: int) -> None:
    Variation.objects.filter(product=product).update(regular_price=Money(price))
    products.refresh_products([product.pk], NOW)
