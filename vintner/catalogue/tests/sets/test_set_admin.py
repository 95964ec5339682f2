"""A merchant says what is in a gift set, on the product's page of the admin."""

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from vintner.catalogue.models import Product, SetItem, Variation
from vintner.catalogue.sets.set_admin import TWICE
from vintner.testing.builders import (
    add_to_set,
    make_box_wine,
    make_product,
    make_set,
    make_variable_product,
    only_variation,
)
from vintner.testing.html_forms import Fields, add_row, read_form

pytestmark = [pytest.mark.django_db, pytest.mark.sweep]


def _address(product: Product) -> str:
    return f"/admin/catalogue/product/{product.pk}/change/"


def _form(staff: Client, product: Product, *bottles: tuple[Product | Variation, object]) -> Fields:
    form = read_form(staff.get(_address(product)).content.decode(), "product_form")
    for bottle, number in bottles:
        variation = only_variation(bottle) if isinstance(bottle, Product) else bottle
        add_row(form, "set_items", variation=str(variation.pk), quantity=str(number))
    return form


def _told(staff: Client, product: Product, form: Fields) -> str:
    answer = staff.post(_address(product), form)
    assert answer.status_code == 200
    assert not SetItem.objects.filter(product=product).exists()
    return answer.content.decode()


def test_a_set_is_filled_and_its_bottles_are_counted(staff: Client) -> None:
    gift, wine, other = make_product(), make_product(), make_product()
    answer = staff.post(_address(gift), _form(staff, gift, (wine, 2), (other, 1)))
    assert answer.status_code == 302, answer.content.decode()
    gift.refresh_from_db()
    assert [(each.variation, each.quantity) for each in gift.set_items.all()] == [
        (only_variation(wine), 2),
        (only_variation(other), 1),
    ]
    assert gift.set_bottles == 3


def test_its_stock_counts_boxes_of_bottles(staff: Client) -> None:
    gift = make_set((make_product(), 3))
    assert "Boxes of 3 bottles on hand" in staff.get(_address(gift)).content.decode()


def test_a_bottle_that_cannot_be_inside_is_answered_beside_its_field(staff: Client) -> None:
    gift, wine = make_product(), make_product()
    refused = {
        "A set cannot contain itself.": gift,
        "Is a set itself. Add its bottles instead.": make_set((wine, 2)),
        "Is sold by subscription: its boxes hold other wines each time.": make_box_wine(),
        "Is no wine. Tell of it in the description of the set.": make_product(alcoholic=False),
    }
    for words, bottle in refused.items():
        assert words in _told(staff, gift, _form(staff, gift, (bottle, 1)))


@pytest.mark.parametrize(
    ("number", "words"),
    [
        ("0", "greater than or equal to 1"),
        ("-1", "greater than or equal to 0"),
        ("25", "less than or equal to 24"),
        ("x", "Enter a whole number."),
        ("", "This field is required."),
    ],
)
def test_a_number_that_is_none_from_1_to_24_is_refused(staff: Client, number: str, words: str) -> None:
    gift = make_product()
    assert words in _told(staff, gift, _form(staff, gift, (make_product(), number)))


def test_a_bottle_that_does_not_exist_is_refused(staff: Client) -> None:
    gift = make_product()
    form = _form(staff, gift)
    add_row(form, "set_items", variation="999999", quantity="1")
    assert "not one of the available choices" in _told(staff, gift, form)


def test_the_same_bottle_twice_is_refused_beside_the_second(staff: Client) -> None:
    gift, wine = make_product(), make_product()
    told = _told(staff, gift, _form(staff, gift, (wine, 1), (wine, 2)))
    assert told.count(TWICE) == 1
    vintages = make_variable_product()
    form = _form(staff, gift, *((each, 1) for each in vintages.variations.all()))
    assert staff.post(_address(gift), form).status_code == 302


def test_only_a_simple_product_with_alcohol_can_be_a_set(staff: Client) -> None:
    variable, wine = make_variable_product(), make_product()
    assert "A gift set is a simple product" in _told(staff, variable, _form(staff, variable, (wine, 1)))
    box = make_box_wine()
    assert "no subscription plan" in _told(staff, box, _form(staff, box, (wine, 1)))
    dry = make_product(alcoholic=False)
    assert "contains alcohol and needs shipping" in _told(staff, dry, _form(staff, dry, (wine, 1)))


def test_a_set_does_not_become_a_product_without_alcohol(staff: Client) -> None:
    gift = make_set((make_product(), 2))
    form = _form(staff, gift)
    del form["alcoholic"]
    assert "contains alcohol and needs shipping" in staff.post(_address(gift), form).content.decode()
    assert Product.objects.get(pk=gift.pk).alcoholic
    form["set_items-0-DELETE"] = ["on"]
    assert staff.post(_address(gift), form).status_code == 302
    gift.refresh_from_db()
    assert (gift.set_bottles, gift.alcoholic) == (0, False)


def test_a_wine_that_is_in_a_set_is_no_set_itself(staff: Client) -> None:
    wine = make_product()
    make_set((wine, 2), name="Two of it")
    assert "It is in the set “Two of it”" in _told(staff, wine, _form(staff, wine, (make_product(), 1)))


def test_a_bottle_of_a_set_is_not_deleted(staff: Client) -> None:
    wine = make_product()
    make_set((wine, 2))
    answer = staff.post(f"/admin/catalogue/product/{wine.pk}/delete/", {"post": "yes"})
    assert answer.status_code == 200
    assert Product.objects.filter(pk=wine.pk).exists()


def test_the_database_counts_whatever_is_changed() -> None:
    wine, first, second = make_product(), make_set(), make_set()
    item = add_to_set(first, wine, 4)

    def counted() -> list[int]:
        return [Product.objects.get(pk=each.pk).set_bottles for each in (first, second)]

    assert counted() == [4, 0]
    SetItem.objects.filter(pk=item.pk).update(product=second, quantity=5)
    assert counted() == [0, 5]
    SetItem.objects.all().delete()
    assert counted() == [0, 0]
    with pytest.raises(IntegrityError, match="set_item_of_1_to_24"), transaction.atomic():
        add_to_set(first, wine, 25)
    add_to_set(second, wine)
    with pytest.raises(IntegrityError, match="set_item_once"), transaction.atomic():
        add_to_set(second, wine)
