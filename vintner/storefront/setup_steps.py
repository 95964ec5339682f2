"""The steps before a new store can sell, for the admin's first page and the deployment checks."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.urls import reverse

from vintner.catalogue.models import Variation
from vintner.notices.models import Policy
from vintner.payments.health.health import find_key_problems, read_keys
from vintner.pricing.models import TaxRate
from vintner.shipping.models import Destination, Method

_UNSENT: Final = tuple(f"django.core.mail.backends.{name}.EmailBackend" for name in ("console", "dummy", "filebased"))
"""E-mail backends that deliver nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupStep:
    """A step. `page` is the URL name of the page to do it on, `permission` what a person needs for it."""

    text: str
    page: str
    permission: str

    @property
    def url(self) -> str:
        return reverse(self.page)


def steps() -> tuple[SetupStep, ...]:
    """Return the steps that are left before the store can sell. Five queries."""
    return (*_wine_steps(), *_delivery_steps(), *_tax_steps(), *_policy_steps(), *_settings_steps())


def _wine_steps() -> Iterator[SetupStep]:
    sellable = Variation.objects.filter(product__published=True, enabled=True, regular_price__isnull=False)
    if not sellable.exists():
        yield SetupStep(
            text="Publish a wine that has a price.",
            page="admin:catalogue_product_changelist",
            permission="catalogue.add_product",
        )


def _delivery_steps() -> Iterator[SetupStep]:
    if not Method.objects.filter(enabled=True).exists():
        yield SetupStep(
            text="Add a delivery zone with a method.",
            page="admin:shipping_zone_changelist",
            permission="shipping.add_zone",
        )
    if not Destination.objects.filter(wine_allowed=True, country__in=settings.STORE_COUNTRIES).exists():
        yield SetupStep(
            text="Add the states and provinces that wine may be sent to.",
            page="admin:shipping_destination_changelist",
            permission="shipping.add_destination",
        )


def _tax_steps() -> Iterator[SetupStep]:
    if not TaxRate.objects.filter(country__in=("", *settings.STORE_COUNTRIES)).exists():
        yield SetupStep(
            text="Add the tax rates; where you owe no tax, one of 0%.",
            page="admin:pricing_taxrate_changelist",
            permission="pricing.add_taxrate",
        )


def _policy_steps() -> Iterator[SetupStep]:
    written = set(Policy.objects.values_list("kind", flat=True))
    for kind, name in Policy.Kind.choices:
        if kind not in written:
            yield SetupStep(
                text=f"Write the {str(name).lower()}.",
                page="admin:notices_policy_add",
                permission="notices.add_policy",
            )


def _settings_steps() -> Iterator[SetupStep]:
    for problem in find_key_problems(read_keys()):
        yield SetupStep(text=problem, page="payments_health", permission="payments.move_money")
    if settings.PRODUCTION and settings.EMAIL_BACKEND in _UNSENT:
        yield SetupStep(
            text="Set EMAIL_URL to a mail server: emails are written, but nobody gets them.",
            page="admin:orders_email_changelist",
            permission="orders.change_email",
        )
