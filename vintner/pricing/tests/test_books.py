"""The price book is read once and never stale."""

from datetime import UTC, date, datetime
from decimal import Decimal

import pytest
from django.db import connection
from pytest_django import DjangoAssertNumQueries, Settings

from vintner.pricing import books
from vintner.pricing.models import Promotion, TaxRate, Tier
from vintner.pricing.rules.conditions import During
from vintner.pricing.tests.making import bulk, of
from vintner.shipping.models import DeliveryTimes, Destination, HoldSeason, Holiday, Method, Zone, ZoneRegion
from vintner.shipping.rules import Place
from vintner.testing.builders import make_product

pytestmark = pytest.mark.django_db


@pytest.fixture
def written() -> None:
    TaxRate.objects.create(name="CA Tax", country="US", state="CA", percent=Decimal("7.25"))
    zone = Zone.objects.create(name="United States")
    ZoneRegion.objects.create(zone=zone, country="US")
    Method.objects.create(zone=zone, kind="flat_rate", title="Flat rate", cost="10")
    Method.objects.create(zone=zone, kind="local_pickup", title="Pickup", enabled=False)
    Destination.objects.create(country="US", state="CA", wine_allowed=True)
    Holiday.objects.create(times=DeliveryTimes.objects.create(), day=date(2026, 12, 25))
    HoldSeason.objects.create(kind="heat", first_month=6, first_day=15, last_month=9, last_day=15, places=["US-AZ"])
    promotion = Promotion.objects.create(title="Bulk")
    Tier.objects.create(promotion=promotion, at_least=6, value=20)
    Tier.objects.create(promotion=promotion, at_least=3, at_most=5, value=10)


@pytest.mark.usefixtures("written")
def test_an_unchanged_book_costs_one_query(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(14):
        first = books.load()
    with django_assert_num_queries(1):
        assert books.load() is first
    with django_assert_num_queries(14):
        assert books.load(fresh=True) == first


@pytest.mark.usefixtures("written")
@pytest.mark.parametrize(
    "edit",
    [
        "UPDATE pricing_taxrate SET percent = 9",
        "UPDATE pricing_promotion SET enabled = false",
        "DELETE FROM pricing_tier",
        "UPDATE shipping_zone SET name = 'USA'",
        "DELETE FROM shipping_zoneregion",
        "UPDATE shipping_method SET cost = '5'",
        "INSERT INTO shipping_classcost (method_id, shipping_class, cost) SELECT id, '', '5' FROM shipping_method",
        "UPDATE shipping_destination SET signature_fee = 500",
        "UPDATE shipping_zone SET postcodes = '941*'",
        "UPDATE shipping_method SET transit_from = 1, transit_to = 2",
        "UPDATE shipping_deliverytimes SET packing_days = 3",
        "UPDATE shipping_holiday SET day = '2026-12-24'",
        "UPDATE shipping_holdseason SET active = false",
    ],
)
def test_every_edit_is_seen_at_once_however_it_is_made(edit: str) -> None:
    before = books.load()
    with connection.cursor() as cursor:
        cursor.execute(edit)
    assert books.load() != before


@pytest.mark.usefixtures("written")
def test_choosing_products_for_a_promotion_is_an_edit() -> None:
    books.load()
    wine = make_product()
    Promotion.objects.get().products.add(wine)
    [promotion] = books.load().promotions
    assert promotion.filter == of(wine.pk)


@pytest.mark.usefixtures("written")
def test_the_book_as_quote_reads_it() -> None:
    book = books.load()
    [promotion] = book.promotions
    assert (promotion.during, promotion.conditions) == (During(), ())
    assert promotion.filter == of(), "no products means all of them"
    assert promotion.benefit == bulk((3, 5, "10"), (6, None, "20"))
    [zone] = book.zones
    assert [method.title for method in zone.methods] == ["Flat rate"], "the other is switched off"
    assert book.base.state == "CA"
    assert [rate.text for rate in book.tax_rates] == ["7.25%"]


def test_promotions_come_by_priority_and_only_enabled_ones() -> None:
    for title, priority, enabled in [("Last", 20, True), ("First", 1, True), ("Off", 0, False)]:
        promotion = Promotion.objects.create(
            title=title, priority=priority, enabled=enabled, starts_at=datetime(2026, 1, 1, tzinfo=UTC)
        )
        Tier.objects.create(promotion=promotion, at_least=2, value=5)
    assert [promotion.title for promotion in books.load().promotions] == ["First", "Last"]


def test_other_countries_of_the_store_make_another_book(settings: Settings) -> None:
    Zone.objects.create(name="Everywhere", postcodes="10115")
    berlin = Place(country="DE", postcode="10115")
    assert not books.load().zones[0].holds(berlin)
    settings.STORE_COUNTRIES = ["US", "DE"]
    assert books.load().zones[0].holds(berlin)


def test_a_zone_without_deliveries_stays() -> None:
    zone = Zone.objects.create(name="Hawaii")
    ZoneRegion.objects.create(zone=zone, country="US", state="HI")
    assert [(each.name, each.methods) for each in books.load().zones] == [("Hawaii", ())]


def test_a_store_that_wrote_nothing_yet_keeps_its_book_too(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    first = books.load(fresh=True)
    with django_assert_num_queries(1):
        assert books.load() is first
    TaxRate.objects.create(name="CA Tax", country="US", state="CA", percent=Decimal("7.25"))
    assert books.load().tax_rates


def test_a_cost_that_is_no_sum_is_not_offered_and_breaks_nothing() -> None:
    """The admin takes none; whatever wrote it went past the admin."""
    zone = Zone.objects.create(name="United States")
    ZoneRegion.objects.create(zone=zone, country="US")
    Method.objects.create(zone=zone, kind="flat_rate", title="Broken", cost="ten")
    Method.objects.create(zone=zone, kind="flat_rate", title="Flat rate", cost="10")
    [read] = books.load(fresh=True).zones
    assert [method.title for method in read.methods] == ["Flat rate"]


def test_postcodes_that_are_none_hold_nowhere() -> None:
    TaxRate.objects.create(name="Broken", percent=5, postcodes="94110...")
    [rate] = books.load(fresh=True).tax_rates
    assert not rate.postcodes.hold("94110")
