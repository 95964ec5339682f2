"""The database keeps what listings and search look things up in, whoever changes the catalogue and however."""

import threading

import pytest
from django.db import connection, transaction
from django.utils import timezone

from vintner.catalogue import products
from vintner.catalogue.finding.index_refresh import current_index
from vintner.catalogue.models import AttributeValue, Category, Plan, Producer, Product, ProductFact, Tag, Variation
from vintner.catalogue.tests.searching import search_products
from vintner.testing.builders import (
    add_fact,
    attribute_value,
    make_box_wine,
    make_category,
    make_plan,
    make_producer,
    make_product,
    make_review,
    make_variable_product,
    make_variation,
    set_stock,
)

pytestmark = pytest.mark.django_db


def keys(product: Product) -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT keys FROM catalogue_findable WHERE product_id = %s", [product.pk])
        (found,) = cursor.fetchone()
    return set(found)


def test_a_wine_is_filed_under_all_that_it_can_be_filtered_by() -> None:
    producer = make_producer("Casa Nova")
    wine = make_product(
        producer=producer, categories=[make_category("Red", slug="red")], sale_price="9", facts={"Grape": "Merlot"}
    )
    wine.tags.add(Tag.objects.create(name="Organic", slug="organic"))
    make_review(wine, rating=4)
    assert keys(wine) == {
        "listed", "searchable", "in_stock:1", "on_sale:1", "producer:casa-nova", "category:red", "tag:organic",
        "grape:merlot", "rating:1", "rating:2", "rating:3", "rating:4",
    }  # fmt: skip


def test_the_vintages_of_a_variable_wine_count_while_they_are_enabled() -> None:
    wine = make_variable_product(prices={"2019": "30", "2018": "33"})
    assert {"vintage:2019", "vintage:2018"} <= keys(wine)
    wine.variations.filter(options__slug="2018").update(enabled=False)
    assert "vintage:2018" not in keys(wine)
    make_variation(wine, options={"Vintage": "2015"})
    assert "vintage:2015" in keys(wine)


def offers(product: Product) -> list[list[object]]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT variations::json FROM catalogue_findable WHERE product_id = %s", [product.pk])
        (found,) = cursor.fetchone()
    return [[price, *sorted(keys)] for _, price, keys in found]


def test_each_variation_is_filed_with_its_own_vintage_size_price_and_stock() -> None:
    wine = make_variable_product(prices={"2019": "30", "2018": "33"})
    add_fact(wine, "Vintage", "2018")  # product files state all of them of the wine as well
    add_fact(wine, "Bottle size", "750 ml")
    old = wine.variations.get(options__slug="2018")
    add_fact(wine, "Bottle size", "1.5 l", only=old)
    set_stock(old, 0)
    products.refresh_products([wine.pk], timezone.now())
    assert offers(wine) == [
        [3000, "bottle-size:750-ml", "in_stock:1", "vintage:2019"],
        [3300, "bottle-size:1-5-l", "vintage:2018"],
    ]
    ProductFact.objects.filter(variation=old).update(variation=wine.variations.get(options__slug="2019"))
    assert [keys[1] for keys in offers(wine)] == ["bottle-size:1-5-l", "bottle-size:750-ml"]
    old.options.set([attribute_value("Vintage", "2017")])
    assert [keys[-1] for keys in offers(wine)] == ["vintage:2019", "vintage:2017"]
    assert "vintage:2018" not in keys(wine)
    Variation.objects.filter(pk=old.pk).update(enabled=False)
    assert len(offers(wine)) == 1
    former = Product(pk=wine.pk)
    wine.delete()
    assert offers(former) == []


def test_a_simple_wine_is_filed_without_variations() -> None:
    assert offers(make_product(facts={"Vintage": "2019"})) == []


def test_renaming_what_a_wine_points_to_files_it_anew() -> None:
    wine = make_product(
        producer=make_producer("Old House"), categories=[make_category("Red", slug="red")], facts={"Grape": "Merlot"}
    )
    Producer.objects.update(slug="new-house", name="New House")
    Category.objects.filter(slug="red").update(slug="rouge")
    AttributeValue.objects.filter(slug="merlot").update(slug="merlot-noir", name="Merlot Noir")
    assert {"producer:new-house", "category:rouge", "grape:merlot-noir"} <= keys(wine)
    assert search_products("new house") == [wine.pk]


@pytest.mark.parametrize("words", ["subscription", "subscriptions", "monthly", "every month", "cellar club"])
def test_a_wine_with_a_plan_is_found_by_the_words_of_its_plan(words: str) -> None:
    wine = make_product()
    assert search_products(words) == []
    wine.plan = make_plan(name="Cellar club")
    wine.save()
    assert search_products(words) == [wine.pk]
    assert "subscription:1" in keys(wine)


def test_a_plan_that_takes_nobody_any_more_is_not_found() -> None:
    wine = make_box_wine(make_plan(name="Cellar club"))
    Plan.objects.update(name="Reds", interval_count=3)
    assert search_products("reds") == [wine.pk]
    assert search_products("cellar club") == search_products("monthly") == []
    assert search_products("every 3 months") == [wine.pk]
    Plan.objects.update(on_sale=False)
    assert search_products("subscription") == []
    assert "subscription:1" not in keys(wine)


def test_a_fact_taken_back_is_forgotten() -> None:
    wine = make_product(facts={"Grape": "Merlot", "Region": "Douro"})
    ProductFact.objects.filter(value__slug="merlot").delete()
    assert "grape:merlot" not in keys(wine)
    assert search_products("merlot") == []


@pytest.mark.parametrize(
    ("change", "listed", "searchable"),
    [
        ({"published": False}, False, False),
        ({"visibility": "catalog"}, True, False),
        ({"visibility": "search"}, False, True),
        ({"visibility": "hidden"}, False, False),
    ],
)
def test_what_is_hidden_is_not_found(change: dict[str, object], listed: bool, searchable: bool) -> None:
    wine = make_product()
    Product.objects.filter(pk=wine.pk).update(**change)
    assert ("listed" in keys(wine), "searchable" in keys(wine)) == (listed, searchable)


def test_a_change_of_nothing_that_counts_writes_nothing() -> None:
    wine = make_product()
    with connection.cursor() as cursor:
        cursor.execute("SELECT xmin, ctid FROM catalogue_findable")
        before = cursor.fetchone()
        Product.objects.filter(pk=wine.pk).update(tax_class="reduced")
        set_stock(wine, 7)
        cursor.execute("SELECT xmin, ctid FROM catalogue_findable")
        assert cursor.fetchone() == before


def test_filing_anew_changes_nothing() -> None:
    wines = [make_product(facts={"Grape": "Merlot"}), make_variable_product()]
    before = [keys(wine) for wine in wines]
    with connection.cursor() as cursor:
        cursor.execute("SELECT catalogue_file_products(%s)", [[wine.pk for wine in wines]])
    assert [keys(wine) for wine in wines] == before


def shown() -> list[str]:
    with current_index() as index:
        ids = index.in_order(index.having("listed"), "price", 0, 99)
    names = Product.objects.in_bulk(ids)
    return [names[each].name for each in ids]


@pytest.mark.django_db(transaction=True)
def test_a_process_hears_of_every_committed_change_at_once() -> None:
    assert shown() == []
    cheap, dear = make_product(name="Cheap", price="9"), make_product(name="Dear", price="90")
    assert shown() == ["Cheap", "Dear"]
    dear.variations.update(regular_price=500)
    Product.objects.filter(pk=dear.pk).update(lowest_price=500)
    assert shown() == ["Dear", "Cheap"]
    cheap.delete()
    assert shown() == ["Dear"]


@pytest.mark.django_db(transaction=True)
def test_a_process_hears_of_what_commits_after_a_later_transaction() -> None:
    """The numbers of transactions do not tell the order in which they end."""
    begun, finish = threading.Event(), threading.Event()

    def slowly() -> None:
        try:
            with transaction.atomic():
                make_product(name="Slow", price="1")
                begun.set()
                finish.wait(20)
        finally:
            connection.close()

    slow = threading.Thread(target=slowly)
    slow.start()
    assert begun.wait(20)
    make_product(name="Quick", price="2")
    assert shown() == ["Quick"]
    finish.set()
    slow.join()
    assert shown() == ["Slow", "Quick"]


@pytest.mark.django_db(transaction=True)
def test_two_who_change_one_wine_at_once_lose_nothing() -> None:  # noqa: PLR0915 - two threads
    wine = make_product()
    begun, finish = threading.Event(), threading.Event()

    def slowly() -> None:
        try:
            with transaction.atomic():
                add_fact(wine, "Grape", "Merlot")
                begun.set()
                finish.wait(20)
        finally:
            connection.close()

    def quickly() -> None:
        try:
            add_fact(wine, "Region", "Douro")
        finally:
            connection.close()

    slow, quick = threading.Thread(target=slowly), threading.Thread(target=quickly)
    slow.start()
    assert begun.wait(20)
    quick.start()
    quick.join(0.3)  # it waits for the other's row
    finish.set()
    slow.join()
    quick.join()
    assert {"grape:merlot", "region:douro"} <= keys(wine)


@pytest.mark.django_db(transaction=True)
def test_what_is_rolled_back_is_not_remembered() -> None:
    make_product(name="Kept")
    with pytest.raises(ZeroDivisionError), transaction.atomic():  # noqa: PT012 - it is undone by its end
        make_product(name="Undone")
        assert set(shown()) == {"Kept", "Undone"}
        raise ZeroDivisionError
    assert shown() == ["Kept"]
