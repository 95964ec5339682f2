"""A sale ends the pages that show something else after it, and leaves all others in the cache."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product as every
from unittest.mock import patch

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from vintner.cart.models import CartLine
from vintner.catalogue.models import Product, Variation
from vintner.catalogue.offers import stock_text
from vintner.catalogue.rules import MOST_PER_LINE, Availability, Stock
from vintner.catalogue.stock import shown_levels
from vintner.orders.jobs import refresh_product
from vintner.pricing.models import Promotion, Tier
from vintner.storefront import page_cache_middleware
from vintner.testing.builders import make_producer, make_product, make_variable_product, only_variation, set_stock
from vintner.testing.held_clock import HeldClock
from vintner.web import catalogue_version
from vintner.web.catalogue_version import current_product_version, current_version, has_levels

pytestmark = pytest.mark.django_db(transaction=True)
OF_A_CACHED_PAGE = 4
"""Queries: the number of the version, for the store's mode and for the page, the editions of a product, and the levels
of what is shown.
"""
LISTS = ("/", "/shop/", "/?s=dolcetto", "/producer/casa-nova/")


@pytest.fixture
def wine() -> Product:
    return make_product(name="Dolcetto", price="16.99", stock=200, producer=make_producer("Casa Nova"))


@pytest.fixture
def other(wine: Product) -> Product:
    return make_product(name="Barbera", producer=wine.producer, stock=200)


def is_cached(path: str) -> bool:
    with CaptureQueriesContext(connection) as queries:
        assert Client().get(path).status_code == 200
    return len(queries) <= OF_A_CACHED_PAGE


def ended(*paths: str) -> list[str]:
    """Return which of the pages are made anew; all are in the cache afterwards."""
    return [path for path in paths if not is_cached(path)]


def shown(path: str) -> dict[str, object]:
    page: dict[str, object] = Client().get(path, headers={"Accept": "application/json"}).json()
    return page


def hold(wine: Product, bottles: int) -> None:
    Variation.objects.filter(product=wine).update(reserved=bottles)


def test_a_sale_out_of_a_full_cellar_ends_no_page(wine: Product, other: Product) -> None:
    own = wine.get_absolute_url()
    paths = (*LISTS, own, other.get_absolute_url())
    assert ended(*paths) == list(paths)
    hold(wine, 12)
    assert ended(*paths) == []
    set_stock(wine, 188)
    hold(wine, 0)
    assert ended(*paths) == []
    assert shown(own)["most"] == MOST_PER_LINE


def test_a_sale_of_few_bottles_ends_the_wines_own_page(wine: Product, other: Product) -> None:
    own = wine.get_absolute_url()
    paths = (*LISTS, own, other.get_absolute_url())
    set_stock(wine, 25)
    ended(*paths)
    for left in (24, 23, 7):
        set_stock(wine, left)
        assert ended(*paths) == [own]
        assert shown(own)["most"] == left
    hold(wine, 1)
    assert ended(*paths) == [own]
    assert shown(own)["most"] == 6


def test_the_last_bottles_end_lists_when_they_become_few_and_when_they_are_gone(wine: Product, other: Product) -> None:
    own = wine.get_absolute_url()
    paths = (*LISTS, own, other.get_absolute_url())
    set_stock(wine, 3)
    ended(*paths)
    said = {}
    for left, new in ((2, paths), (1, (own,)), (0, paths), (1, paths)):
        set_stock(wine, left)
        assert ended(*paths) == list(new), left
        card = next(each for each in shown("/shop/")["cards"] if each["product_id"] == wine.pk)  # type: ignore[attr-defined]
        said[left] = (shown(own)["stock"], card["stock"])
    assert said == {
        2: ("Only 2 left", "Only a few left"),
        1: ("Only 1 left", "Only a few left"),
        0: ("Sold out", "Sold out"),
    }


def test_a_wine_on_backorder_ends_lists_once(wine: Product) -> None:
    own = wine.get_absolute_url()
    Variation.objects.update(backorders="notify")
    set_stock(wine, 1)
    ended("/shop/", own)
    set_stock(wine, -1)
    assert ended("/shop/", own) == ["/shop/", own]
    assert shown(own)["stock"] == "Available on backorder"
    set_stock(wine, -7)
    assert ended("/shop/", own) == []


def test_what_is_held_of_a_stock_that_nobody_counts_ends_no_page(wine: Product) -> None:
    Variation.objects.update(manage_stock=False)
    ended("/shop/", wine.get_absolute_url())
    hold(wine, 500)
    assert ended("/shop/", wine.get_absolute_url()) == []


def test_a_threshold_of_its_own_decides_when_few_are_left(wine: Product) -> None:
    own = wine.get_absolute_url()
    Variation.objects.update(low_stock_threshold=100)
    set_stock(wine, 101)
    ended("/shop/", own)
    set_stock(wine, 100)
    assert ended("/shop/", own) == ["/shop/", own]
    set_stock(wine, 99)
    assert ended("/shop/", own) == [own]
    assert shown(own)["stock"] == "Only 99 left"


def test_the_same_number_of_bottles_again_is_another_version(wine: Product) -> None:
    """A page that was made between a sale and its return would be cached for the wrong number."""

    def version() -> object:
        return current_product_version(wine.slug, timezone.now())

    set_stock(wine, 5)
    before = version()
    hold(wine, 1)
    between = version()
    hold(wine, 0)
    assert len({before, between, version()}) == 3


def test_each_variation_counts_for_the_page_of_its_product() -> None:
    wine = make_variable_product(prices={"2019": "30", "2018": "33"})
    first, second = wine.variations.order_by("pk")
    for each in (first, second):
        set_stock(each, 5)
    own = wine.get_absolute_url()
    ended(own)
    for each in (second, first):
        set_stock(each, 4)
        assert ended(own) == [own]
    assert [each["most"] for each in shown(own)["variations"]] == [4, 4]  # type: ignore[attr-defined]


def test_the_editions_are_read_twice_a_second_at_most(
    wine: Product, held_clock: HeldClock, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with patch.object(catalogue_version, "CHECK_SECONDS", 0.5):
        before = current_product_version(wine.slug, timezone.now())
        set_stock(wine, 3)
        held_clock.move(0.4)
        with django_assert_num_queries(0):
            assert current_product_version(wine.slug, timezone.now()) == before
        held_clock.move(0.1)
        assert current_product_version(wine.slug, timezone.now()) != before


def test_a_process_remembers_the_editions_of_so_many_products(wine: Product, other: Product) -> None:
    set_stock(other, 5)
    with patch.object(catalogue_version, "MOST_PRODUCTS", 1):
        versions = [current_product_version(each.slug, timezone.now()).editions for each in (wine, other, wine)]
    assert versions[0] == versions[2] != versions[1]


def test_pages_tell_what_is_given_as_long_as_there_is_enough_of_it(wine: Product, other: Product) -> None:
    given = make_product(name="Perdekop Syrah", stock=14)
    promotion = Promotion.objects.create(title="Present", kind="wdr_buy_x_get_y_discount")
    promotion.products.add(wine)
    promotion.targets.add(given)
    Tier.objects.create(promotion=promotion, at_least=1, at_most=1, units=1, measure="free_product", recursive=True)
    own = wine.get_absolute_url()

    def notes() -> list[bool]:
        cases = shown(own)["cases"]
        return ["Perdekop" in each["note"] for each in cases[str(wine.pk)]]  # type: ignore[index]

    assert notes() == [True, True, True]
    set_stock(given, 11)
    assert notes() == [True, True, False]
    assert ended(own, other.get_absolute_url())
    set_stock(wine, 190)
    assert ended(own, other.get_absolute_url()) == []


def test_the_page_of_a_full_cellar_offers_more_than_there_is_and_the_cart_says_how_many(
    wine: Product, client: Client
) -> None:
    set_stock(wine, 25)
    fields = {"add-to-cart": str(wine.pk), "quantity": "30"}
    answer = client.post(wine.get_absolute_url(), fields, headers={"Origin": "http://testserver"}, follow=True)
    assert "We have only 25 of “Dolcetto” left." in answer.content.decode()
    assert not CartLine.objects.exists()


_SHOWN = "SELECT catalogue_stock_level(%s, %s, %s), catalogue_shown_bottles(%s, %s, %s)"


def test_the_database_knows_the_rules_of_what_pages_show() -> None:
    numbers = (-3, 0, 1, 2, 3, 12, 13, 23, 24, 25, 26, 60, 99, 100, 101, 998, 999, 1_000, 2_000, 2_001)
    said: dict[object, set[object]] = {}
    for counted, free, low_at in every((True, False), numbers, (None, 0, 2, 12, 24, 25, 100, 2_000)):
        with connection.cursor() as cursor:
            cursor.execute(_SHOWN, [counted, free, low_at] * 2)
            level, bottles = cursor.fetchone()
        stock = Stock(counted=counted, free=free, low_at=low_at)
        assert stock.shown.availability == stock.availability
        assert level == {Availability.OUT_OF_STOCK: 0, Availability.LOW: 1}.get(stock.availability, 2)
        said.setdefault((counted, low_at, bottles), set()).add((stock_text(stock.shown), stock.shown.limit))
    assert {len(each) for each in said.values()} == {1}, "the page is the same as long as the database says so"


def test_a_wine_that_runs_out_ends_the_pages_that_show_it_and_all_lists_once(wine: Product) -> None:
    away = make_product(name="Malbec", producer=make_producer("Finca Alta"), stock=200)
    mine, others = ("/shop/", wine.get_absolute_url()), ("/producer/finca-alta/", "/?s=malbec", away.get_absolute_url())
    before = current_version(timezone.now())
    ended(*mine, *others)
    for left in (2, 0):
        set_stock(wine, left)
        assert ended(*mine, *others) == list(mine), left
        assert current_version(timezone.now()) == before
    refresh_product(wine.pk)  # the job that takes it out of the filter
    assert ended(*mine, *others) == [*mine, *others]
    assert current_version(timezone.now()) != before
    refresh_product(wine.pk)
    assert ended(*mine, *others) == []


def test_the_same_word_again_is_another_page(wine: Product) -> None:
    ended("/shop/")
    set_stock(wine, 0)
    set_stock(wine, 200)
    assert ended("/shop/") == ["/shop/"]


def test_a_page_that_was_made_while_the_last_bottles_went_is_made_again(wine: Product) -> None:
    read = shown_levels.collect_levels

    @contextmanager
    def sold_meanwhile() -> Iterator[dict[int, int]]:
        with read() as levels:
            yield levels
        set_stock(wine, 0)

    with patch.object(page_cache_middleware, "collect_levels", sold_meanwhile):
        ended("/shop/")
    assert ended("/shop/") == ["/shop/"]
    assert "Sold out" in str(shown("/shop/"))


def test_levels_are_read_twice_a_second_at_most(
    wine: Product, other: Product, held_clock: HeldClock, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with patch.object(catalogue_version, "CHECK_SECONDS", 0.5):
        for _ in range(2):
            Client().get("/shop/")
        held_clock.move(0.4)
        with django_assert_num_queries(0):
            Client().get("/shop/")
        held_clock.move(0.1)
        with django_assert_num_queries(2):  # the numbers of the version and of what is shown
            Client().get("/shop/")


def test_a_page_that_is_newer_than_what_was_read_is_kept(wine: Product) -> None:
    variation, edition = only_variation(wine).pk, only_variation(wine).level_edition
    with patch.object(catalogue_version, "CHECK_SECONDS", 60.0):
        assert has_levels({variation: edition})
        set_stock(wine, 0)
        assert has_levels({variation: edition}), "read a moment ago"
        assert has_levels({variation: edition + 1})
    assert not has_levels({variation: edition})
    assert has_levels({variation: edition + 1})
    assert not has_levels({variation: edition + 1, 0: 0}), "there is no such variation"


def test_the_version_is_not_of_the_stock(wine: Product) -> None:
    before = current_version(timezone.now())
    for left in (12, 2, 0, 200):
        set_stock(only_variation(wine), left)
    assert current_version(timezone.now()) == before
