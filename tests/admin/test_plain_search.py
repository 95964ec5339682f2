"""Lists of the admin are searched without accents and apostrophes, whichever are typed and whichever are stored."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import pytest
from django.contrib import admin
from django.db.models import Model
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils.timezone import now
from pytest_django import DjangoAssertNumQueries

from vintner.catalogue.models import Category, Product, StockMovement, Variation
from vintner.catalogue.stock import stock_movements
from vintner.favourites.models import Favourite, WantedWine
from vintner.orders import orders
from vintner.orders.models import Email
from vintner.shipping.models import Sent
from vintner.testing.builders import (
    make_box_wine,
    make_plan,
    make_producer,
    make_product,
    make_subscription,
    make_user,
    only_variation,
)
from vintner.testing.orders import new_order
from vintner.web.admin.term_search import MOST_TERMS

pytestmark = pytest.mark.django_db

NAME: Final = "Château de L’Aubance"
TYPED: Final = (
    "chateau",
    "Château",
    "laubance",
    "l'aubance",
    "L’AUBANCE",
    "chateau l´aubance",
    "cha\u0302teau l`aubance",
)


def product() -> Model:
    return make_product(name=NAME)


def product_of_its_producer() -> Model:
    return make_product(producer=make_producer(NAME))


def producer() -> Model:
    return make_producer(NAME)


def wanted_wine() -> Model:
    wine = make_product(name=NAME)
    Favourite.objects.create(user=make_user(), product=wine)
    return WantedWine.objects.get()


def category() -> Model:
    return Category.objects.create(name=NAME, slug="aubance")


def customer() -> Model:
    return make_user("ada@example.com", first_name="Chatéau", last_name="l'Aubance")


def stock() -> Model:
    return only_variation(make_product(name=NAME))


def movement() -> Model:
    return StockMovement.objects.filter(variation__product=make_product(name=NAME, stock=3)).get()


def movement_by_its_note() -> Model:
    wine = make_product(stock=0)
    stock_movements.set_on_hand(only_variation(wine).pk, 3, StockMovement.Reason.RECEIVED, f"Samples of {NAME}")
    return StockMovement.objects.get(variation__product=wine)


def order_of_its_wine() -> Model:
    new = new_order()
    return orders.create(replace(new, lines=(replace(new.lines[0], name=NAME),)))


def order_of_its_buyer() -> Model:
    new = new_order()
    return orders.create(replace(new, billing=replace(new.billing, company=NAME)))


def subscription() -> Model:
    wine = make_box_wine()
    Product.objects.filter(pk=wine.pk).update(name=NAME)
    return make_subscription(wine)


def subscription_of_its_plan() -> Model:
    return make_subscription(make_box_wine(make_plan(NAME)))


def email() -> Model:
    return Email.objects.create(kind="note", about="1", to="ada@example.com", subject=NAME, message_id="1")


def sent_wine() -> Model:
    order = orders.create(new_order())
    Sent.objects.filter(order=order).delete()
    return Sent.objects.create(
        order=order,
        line=order.lines.get(),
        name=NAME,
        people=[],
        bottles=1,
        litres="0.75",
        written_at=now(),
    )


@pytest.mark.parametrize(
    "make",
    [
        *(product, product_of_its_producer, wanted_wine, producer, category, customer, stock, movement),
        movement_by_its_note,
        *(order_of_its_wine, order_of_its_buyer, subscription, subscription_of_its_plan, email, sent_wine),
    ],
)
def test_a_row_is_found_however_it_is_typed(admin_client: Client, make: Callable[[], Model]) -> None:
    row = make()
    for typed in TYPED:
        assert found(admin_client, type(row), typed) == [row.pk], typed
    assert found(admin_client, type(row), "chateau de laubanche") == []


def found(client: Client, model: type[Model], typed: str) -> list[int]:
    address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    return [each.pk for each in client.get(address, {"q": typed}).context["cl"].result_list]


def test_no_list_compares_texts_in_another_way(rf: RequestFactory) -> None:
    """Django adds `icontains` to a column without a comparison. It knows accents and apostrophes."""
    for model, page in admin.site._registry.items():
        if model._meta.app_label != "procrastinate":
            unfolded = [each for each in page.get_search_fields(rf.get("/")) if not each.endswith("__plain")]
            assert all(each[0] == "=" or each == "id" for each in unfolded), f"{model.__name__}: {unfolded}"


def test_a_customer_is_found_by_an_address_with_an_apostrophe(admin_client: Client) -> None:
    customer = make_user("o'brien@example.com")
    assert found(admin_client, type(customer), "O’Brien@example.com") == [customer.pk]
    assert found(admin_client, type(customer), "o'brien@example.org") == []


def test_a_phrase_between_quotation_marks_may_have_a_word_twice(admin_client: Client) -> None:
    wine = make_product(name="Clos de la Coulée de Serrant")
    assert found(admin_client, Product, '"clos de la coulee de serrant"') == [wine.pk]


def test_a_wine_is_found_by_the_sku_of_a_variation(admin_client: Client) -> None:
    wine, _ = make_product(), make_product()
    wine.variations.update(sku="VAU-BRUT-375-ml")
    assert found(admin_client, Product, "vau-brut-375-ML") == [wine.pk]


def test_a_choice_among_values_takes_few_words_of_a_long_search(
    admin_client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    words = " ".join(f"w{number}" for number in range(1000))
    asked = {"app_label": "catalogue", "model_name": "productfact", "field_name": "value", "term": words}
    with django_assert_max_num_queries(10) as queries:
        assert admin_client.get(reverse("admin:autocomplete"), asked).json()["results"] == []
    assert max(query["sql"].count("plain_text") for query in queries.captured_queries) <= 4 * MOST_TERMS


@pytest.mark.parametrize("sku", ["400-6381-33931", "4006381333931", "Order 66", "subscription-7"])
def test_a_sku_is_no_phone_number_and_names_no_order(admin_client: Client, sku: str) -> None:
    product = make_product(sku=sku)
    assert found(admin_client, Product, sku) == [product.pk]
    assert found(admin_client, Variation, sku) == [only_variation(product).pk]


def test_a_variation_is_chosen_by_the_plain_name_of_its_wine(admin_client: Client) -> None:
    variation = only_variation(make_product(name=NAME))
    asked = {"app_label": "catalogue", "model_name": "setitem", "field_name": "variation", "term": "laubance"}
    listed = admin_client.get(reverse("admin:autocomplete"), asked).json()["results"]
    assert [each["id"] for each in listed] == [str(variation.pk)]
