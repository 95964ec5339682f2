"""Everything that the admin may show has a name that a person can read."""

import pytest
from django.apps import apps
from django.db.models import Model
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.admin.accounts import superuser
from vintner.catalogue.models import AttributeValue, Category, Product, ProductFact
from vintner.testing import builders

OWN = [each for each in apps.get_models(include_auto_created=True) if each.__module__.startswith("vintner.")]


@pytest.mark.parametrize("model", OWN, ids=lambda model: model._meta.label)
def test_every_model_says_how_its_rows_are_named(model: type[Model]) -> None:
    assert model.__str__ is not Model.__str__


@pytest.mark.django_db
def test_a_row_that_links_two_things_names_both() -> None:
    wine = builders.make_product(name="Douro Red")
    wine.categories.add(builders.make_category("Red wine"))
    assert str(Product.categories.through.objects.get()) == "Douro Red – Red wine"


@pytest.mark.django_db
def test_a_fact_and_its_value_name_the_attribute() -> None:
    wine = builders.make_product()
    builders.add_fact(wine, "Region", "Champagne")
    assert str(ProductFact.objects.get()) == "Region: Champagne"
    assert str(AttributeValue.objects.get()) == "Region: Champagne"


@pytest.mark.django_db
def test_pages_of_the_admin_name_facts_and_links(client: Client) -> None:
    client.force_login(superuser())
    wine = builders.make_product(name="Douro Red")
    wine.categories.add(builders.make_category("Red wine"))
    builders.add_fact(wine, "Region", "Champagne")
    for page in ("change", "delete"):
        text = client.get(reverse(f"admin:catalogue_product_{page}", args=[wine.pk])).content.decode()
        assert "Region: Champagne" in text
        assert " object (" not in text
    text = client.get(reverse("admin:catalogue_category_delete", args=[Category.objects.get().pk])).content.decode()
    assert "Douro Red – Red wine" in text


@pytest.mark.django_db
def test_suggestions_name_the_attribute_in_one_query(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client.force_login(superuser())
    for value in ("Champagne", "Chablis", "Chinon"):
        builders.attribute_value("Region", value)
    asked = {"app_label": "catalogue", "model_name": "productfact", "field_name": "value", "term": "cha"}
    client.get(reverse("admin:autocomplete"), asked)
    with django_assert_num_queries(4):  # session, account, count, values
        found = client.get(reverse("admin:autocomplete"), asked).json()["results"]
    assert {each["text"] for each in found} == {"Region: Champagne", "Region: Chablis"}
