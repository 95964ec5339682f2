"""A page that is made anew takes what the process caches for the catalogue version, and is never behind the shop."""

from collections.abc import Callable
from datetime import timedelta
from unittest.mock import patch

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from vintner import clock
from vintner.catalogue.cards import cards_of
from vintner.catalogue.finding import facets
from vintner.catalogue.models import AttributeValue, Producer, Product, Review, Variation
from vintner.catalogue.product import product_rows
from vintner.catalogue.reviews.texts import review_address
from vintner.money import Money
from vintner.pricing.models import Promotion, Tier
from vintner.testing.builders import (
    make_category,
    make_producer,
    make_product,
    make_review,
    make_set,
    make_variable_product,
    only_variation,
    set_stock,
)
from vintner.web import catalogue_version
from vintner.web.catalogue_version import VersionedCache, has_levels, remember_levels

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _made_anew(settings: Settings) -> None:
    """Let every page be made anew, from what is cached for the version of this moment."""
    settings.PAGES_KEPT_SECONDS = 0


@pytest.fixture
def wine() -> Product:
    shelf = make_category("Red")
    maker = make_producer("Casa Nova")
    make_product(name="Barbera", price="12.00", stock=200, producer=maker, categories=[shelf])
    return make_product(name="Dolcetto", price="16.99", stock=200, producer=maker, categories=[shelf])


def shown(path: str) -> dict[str, object]:
    page: dict[str, object] = Client().get(path, headers={"Accept": "application/json"}).json()
    return page


def everywhere(wine: Product) -> str:
    """Return all that the shop, the wine's own page and the page of the wine beside it say."""
    beside = Product.objects.exclude(pk=wine.pk).get()
    return str([shown(path) for path in ("/shop/", wine.get_absolute_url(), beside.get_absolute_url())])


def test_parts_are_read_once_for_a_version(wine: Product, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with patch.object(catalogue_version, "CHECK_SECONDS", 60.0):
        for path in ("/shop/", wine.get_absolute_url(), "/shop/", wine.get_absolute_url()):
            Client().get(path)
        with django_assert_num_queries(1):  # what changed in the index of products
            Client().get("/shop/")
        with django_assert_num_queries(2):  # the number of the price book; prices and stock of the wine
            Client().get(wine.get_absolute_url())


@pytest.mark.parametrize(
    ("change", "before", "after"),
    [
        (lambda wine: Variation.objects.filter(product=wine).update(regular_price=Money(1799)), "$16.99", "$17.99"),
        (lambda wine: Product.objects.filter(pk=wine.pk).update(name="Freisa"), "Dolcetto", "Freisa"),
        (lambda _: Producer.objects.update(name="Casa Vecchia"), "Casa Nova", "Casa Vecchia"),
        (lambda wine: make_review(wine, text="Silk."), "There are no reviews yet", "Silk."),
    ],
    ids=["price", "name", "producer", "review"],
)
def test_a_change_is_seen_at_once(wine: Product, change: Callable[[Product], object], before: str, after: str) -> None:
    said = everywhere(wine)
    assert before in said
    assert after not in said
    change(wine)
    assert after in everywhere(wine)
    if before != "There are no reviews yet":  # the other wine has none
        assert before not in everywhere(wine)


def test_the_name_of_a_filter_is_seen_at_once(wine: Product) -> None:
    make_variable_product(prices={"2019": "41.99", "2020": "39.00"})
    assert "2019" in str(shown("/shop/")["facets"])
    AttributeValue.objects.filter(name="2019").update(name="The nineteenth")
    assert "The nineteenth" in str(shown("/shop/")["facets"])


def test_stock_is_seen_at_once_on_the_page_of_a_wine_and_on_every_card(wine: Product) -> None:
    for left, own, card in ((200, "In stock", "In stock"), (2, "Only 2 left", "Only a few left")):
        set_stock(wine, left)
        assert shown(wine.get_absolute_url())["stock"] == own
        cards = shown("/shop/")["cards"]
        beside = Product.objects.exclude(pk=wine.pk).get()
        cards += shown(beside.get_absolute_url())["producer_wines"]  # type: ignore[operator]
        assert [each["stock"] for each in cards if each["product_id"] == wine.pk] == [card, card]
    set_stock(wine, 0)
    assert shown(wine.get_absolute_url())["stock"] == "Sold out"
    assert "Sold out" in [each["stock"] for each in shown("/shop/")["cards"]]  # type: ignore[attr-defined]


def test_a_card_that_speaks_of_one_vintage_is_kept_apart_from_the_card_of_all() -> None:
    make_variable_product(name="Barolo", prices={"2019": "41.99", "2020": "39.00"})

    def price(path: str) -> str:
        cards = shown(path)["cards"]
        return str(cards[0]["price"]["current"])  # type: ignore[index]

    for _ in range(2):
        assert (price("/shop/"), price("/shop/?vintage=2019")) == ("$39.00", "$41.99")


def test_what_begins_by_the_clock_is_seen_to_the_second(wine: Product) -> None:
    soon = timezone.now() + timedelta(hours=1)
    Variation.objects.filter(product=wine).update(sale_price=Money(999), sale_starts_at=soon)
    assert "$9.99" not in everywhere(wine)
    with patch.object(timezone, "now", return_value=soon):
        assert everywhere(wine).count("$9.99") >= 3


def test_a_promotion_is_seen_at_once(wine: Product) -> None:
    assert "$15.29" not in everywhere(wine)
    Tier.objects.create(promotion=Promotion.objects.create(title="Tenth", kind="wdr_simple_discount"), value=10)
    assert "$15.29" in everywhere(wine)


def test_a_variation_that_comes_or_goes_is_seen_at_once() -> None:
    wine = make_variable_product(name="Barolo", prices={"2019": "41.99", "2020": "39.00"})
    for enabled in (True, False, True):
        Variation.objects.filter(product=wine, regular_price=Money(3900)).update(enabled=enabled)
        assert ("$39.00" in str(shown(wine.get_absolute_url()))) is enabled


def test_a_wine_that_is_withdrawn_is_nowhere(wine: Product) -> None:
    beside = Product.objects.exclude(pk=wine.pk).get()
    everywhere(wine)
    Product.objects.filter(pk=wine.pk).update(published=False)
    assert "Dolcetto" not in str([shown("/shop/"), shown(beside.get_absolute_url())])
    assert Client().get(wine.get_absolute_url()).status_code == 404


def test_what_a_transaction_sees_is_not_kept(wine: Product) -> None:
    with transaction.atomic():
        Product.objects.filter(pk=wine.pk).update(name="Freisa")
        assert "Freisa" in everywhere(wine)
        transaction.set_rollback(True)
    assert "Freisa" not in everywhere(wine)


def test_what_is_shown_for_another_moment_is_not_kept(wine: Product) -> None:
    soon = timezone.now() + timedelta(hours=1)
    Variation.objects.filter(product=wine).update(sale_price=Money(999), sale_starts_at=soon)
    for now, price in ((timezone.now(), "$16.99"), (soon, "$9.99"), (timezone.now(), "$16.99")):
        rows = product_rows.find(wine.slug, now)
        assert rows is not None
        (bottle,) = rows.bottles
        assert bottle.offer.price is not None
        assert str(bottle.offer.price.current) == price
        (card,) = cards_of([wine.pk], now)
        assert card.price is not None
        assert card.price.current == price


def test_quick_choices_follow_the_stock_of_the_wine_and_of_what_is_given_with_it(wine: Product) -> None:
    given = make_product(name="Perdekop Syrah", stock=14)
    promotion = Promotion.objects.create(title="Present", kind="wdr_buy_x_get_y_discount")
    promotion.products.add(wine)
    promotion.targets.add(given)
    Tier.objects.create(promotion=promotion, at_least=1, at_most=1, units=1, measure="free_product", recursive=True)

    def notes() -> list[bool]:
        cases = shown(wine.get_absolute_url())["cases"]
        return ["Perdekop" in each["note"] for each in cases[str(wine.pk)]]  # type: ignore[index]

    assert notes() == [True, True, True]
    for held, given_with in ((3, [True, True, False]), (9, [True, False, False]), (0, [True, True, True])):
        Variation.objects.filter(product=given).update(reserved=held)
        assert notes() == given_with
    set_stock(wine, 7)
    assert notes() == [True, True]
    promotion.delete()
    assert notes() == [False, False]
    set_stock(wine, 12)
    assert notes() == [False, False, False]


def test_a_gift_set_is_compared_with_the_prices_of_this_moment() -> None:
    inside = make_product(name="Barbera", price="30.00")
    box = make_set((inside, 2), price="50.00", stock=40)
    for cents, saved, left in ((3000, "$10.00", 40), (3500, "$20.00", 2), (2500, "", 0)):
        Variation.objects.filter(product=inside).update(regular_price=Money(cents))
        set_stock(box, left)
        page = shown(box.get_absolute_url())
        assert page["contents"]["saved"] == saved  # type: ignore[index]
        assert (page["stock_kind"] == "out_of_stock") is (left == 0)


def test_a_name_that_changes_while_a_page_is_made_is_not_cached(wine: Product, monkeypatch: pytest.MonkeyPatch) -> None:
    make_variable_product(name="Barolo", prices={"2019": "41.99", "2020": "39.00"})
    read_names = facets._read_names

    def read_names_before_a_change(keys: list[str]) -> dict[str, str]:
        names = read_names(keys)
        AttributeValue.objects.filter(slug="2019").update(name="The nineteenth")
        return names

    with monkeypatch.context() as patched:
        patched.setattr(facets, "_read_names", read_names_before_a_change)
        assert "2019" in str(shown("/shop/")["facets"])
    assert "The nineteenth" in str(shown("/shop/")["facets"])


def test_a_facet_says_what_is_chosen(wine: Product) -> None:
    make_variable_product(name="Barolo", prices={"2019": "41.99", "2020": "39.00"})

    def chosen(path: str) -> list[str]:
        found = shown(path)["facets"]["facets"]  # type: ignore[index]
        return [value["value"] for facet in found for value in facet["values"] if value["chosen"]]

    for year in ("2019", "2020"):
        assert (chosen("/shop/"), chosen(f"/shop/?vintage={year}")) == ([], [year])


def test_a_review_that_waits_is_seen_by_its_author_alone(wine: Product) -> None:
    review = make_review(wine, text="Silk.", status=Review.Status.PENDING)
    for path, is_seen in ((wine.get_absolute_url(), False), (review_address(review), True)) * 2:
        assert ("Silk." in str(shown(path)["reviews"])) is is_seen


def test_only_so_much_is_cached() -> None:
    cache: VersionedCache[int, int] = VersionedCache(2)
    for number in range(9):
        results = cache.at(timezone.now())
        assert len(results) <= 3
        results[number] = number


def test_a_page_of_cached_cards_does_not_put_off_reading_their_levels(wine: Product) -> None:
    bottle = only_variation(wine)
    shows = {bottle.pk: bottle.level_edition}
    assert has_levels(shows)
    remember_levels(shows, clock.monotonic() + 3600)
    set_stock(wine, 0)
    assert not has_levels(shows)
