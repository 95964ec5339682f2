"""The columns kept on products follow their variations."""

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from vintner.catalogue import jobs, products
from vintner.catalogue.models import Product, Variation
from vintner.money import Money
from vintner.testing.builders import make_product, make_variable_product, make_variation

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def test_the_range_spans_the_enabled_variations() -> None:
    wine = make_variable_product(prices={"2019": "41.99", "2018": "44.99"})
    make_variation(wine, price="1.00", enabled=False)
    make_variation(wine, price=None)

    assert (wine.lowest_price, wine.highest_price) == (Money(4199), Money(4499))


def test_a_running_sale_lowers_the_price_and_says_so() -> None:
    now = timezone.now()
    wine = make_product(price="20.00", sale_price="15.00", sale_starts_at=now - DAY, sale_ends_at=now + DAY)
    assert (wine.lowest_price, wine.on_sale) == (Money(1500), True)

    products.refresh_products([wine.pk], now + DAY)
    wine.refresh_from_db()

    assert (wine.lowest_price, wine.on_sale) == (Money(2000), False)


def test_a_wine_may_cost_nothing_or_have_no_price() -> None:
    free, unpriced = make_product(price="0.00"), make_product(price=None)
    assert (free.lowest_price, free.highest_price) == (Money(0), Money(0))
    assert (unpriced.lowest_price, unpriced.highest_price) == (None, None)


def test_the_offers_of_a_variable_wine_are_stored() -> None:
    wine = make_variable_product(prices={"2019": "41.99"})
    sold_out = make_variation(wine, price="50.00", sale_price="45.00", stock=0, position=1)
    make_variation(wine, price=None)
    make_variation(wine, enabled=False)
    first = wine.variations.get(options__slug="2019")
    wine.refresh_from_db()
    assert wine.variation_offers == [[first.pk, 4199, True, False], [sold_out.pk, 4500, False, True]]
    assert make_product().variation_offers == []


def test_a_hidden_price_is_not_stored() -> None:
    now = timezone.now()
    wine = make_variable_product(prices={"2019": "41.99"})
    Product.objects.filter(pk=wine.pk).update(available_from=now + DAY, hide_price=True)
    products.refresh_products([wine.pk], now)
    wine.refresh_from_db()
    assert [offer[1:] for offer in wine.variation_offers] == [[None, False, False]]


def test_held_bottles_are_not_in_stock() -> None:
    wine = make_product(stock=2)
    Variation.objects.filter(product=wine).update(reserved=2)

    assert products.refresh_products([wine.pk], timezone.now()) == 1
    wine.refresh_from_db()
    assert not wine.in_stock


def test_backorders_count_as_stock() -> None:
    assert make_product(stock=0, backorders="notify").in_stock


def test_a_wine_to_come_is_not_in_stock_until_its_day() -> None:
    now = timezone.now()
    wine = make_product(available_from=now + DAY)
    assert not wine.in_stock

    products.refresh_products([wine.pk], now + DAY)
    wine.refresh_from_db()

    assert wine.in_stock


def test_what_is_up_to_date_is_not_written() -> None:
    wine = make_product()

    assert products.refresh_products([wine.pk], timezone.now()) == 0


def test_a_hundred_products_take_as_many_queries_as_one(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    ids = [make_product(price="10.00").pk for _ in range(100)]
    Product.objects.update(lowest_price=None)

    with django_assert_num_queries(4):
        products.refresh_products(ids, timezone.now())


def test_the_job_cares_for_what_just_changed_alone() -> None:
    now = timezone.now()
    begun = make_product(sale_price="15.00", sale_starts_at=now - timedelta(minutes=2))
    ended = make_product(sale_price="15.00", sale_ends_at=now - timedelta(minutes=1))
    released = make_product(available_from=now - timedelta(minutes=1))
    other = make_product(sale_price="15.00")
    Product.objects.update(lowest_price=None)

    jobs.refresh_prices(timestamp=int(now.timestamp()))

    stale = Product.objects.filter(lowest_price=None)
    assert list(stale) == [other]
    assert {begun, ended, released}.isdisjoint(stale)


def test_the_long_look_makes_good_what_a_stopped_worker_missed() -> None:
    now = timezone.now()
    make_product(sale_price="15.00", sale_starts_at=now - 3 * DAY)
    Product.objects.update(lowest_price=None)

    jobs.refresh_prices(timestamp=int(now.timestamp()))
    assert Product.objects.filter(lowest_price=None).exists()
    jobs.refresh_prices_again(timestamp=int(now.timestamp()))
    assert not Product.objects.filter(lowest_price=None).exists()
