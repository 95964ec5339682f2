"""Everything that the admin may show has a name that a person can read."""

import re

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import Model
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.admin.accounts import superuser
from tests.admin.browser import admin_page
from tests.journeys.live import visit
from vintner.catalogue.models import AttributeValue, Category, Product, ProductFact, Variation
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
def test_a_variation_without_a_sku_is_named_after_its_wine() -> None:
    wine = builders.make_variable_product(name="Alte Reben", prices={"2019": "36.00", "2018": "39.00"})
    simple = builders.only_variation(builders.make_product(name="Douro Red", sku="DOU"))
    wine.variations.update(sku=None)
    assert [str(each) for each in wine.variations.all()] == ["Alte Reben, 2019", "Alte Reben, 2018"]
    assert str(simple) == "DOU"
    simple.sku = None
    assert str(simple) == "Douro Red"
    simple.delete()
    assert (str(simple), str(Variation())) == ("Douro Red", "Variation")


@pytest.mark.django_db
def test_movements_of_bottles_without_a_sku_are_listed_in_as_many_queries(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client.force_login(superuser())
    assert queries_of_movements(client, wines=1) == queries_of_movements(client, wines=3)


def queries_of_movements(client: Client, *, wines: int) -> int:
    """Return the number of queries of the list of movements, with so many more wines without SKUs."""
    for _ in range(wines):
        builders.make_variable_product()
    Variation.objects.update(sku=None)
    with CaptureQueriesContext(connection) as asked:
        assert ", 2019" in client.get(reverse("admin:catalogue_stockmovement_changelist")).content.decode()
    return len(asked)


@pytest.mark.django_db
def test_price_and_stock_of_a_wine_have_a_tab_and_labels_that_say_so(client: Client) -> None:
    client.force_login(superuser())
    wine = builders.make_product()
    html = client.get(reverse("admin:catalogue_product_change", args=[wine.pk])).content.decode()
    tabs = html[html.index('id="tabs-items"') :]
    assert "Price and stock" in re.findall(r"<a[^>]*>\s*(.*?)\s*</a>", tabs, re.DOTALL)[1]
    assert "Bottles on hand" in html
    assert "bottles on hand" not in html


@pytest.mark.django_db
def test_the_menu_names_jobs_by_what_they_are(client: Client) -> None:
    client.force_login(superuser())
    html = client.get(reverse("admin:index")).content.decode()
    assert "Background jobs" in html
    assert "rocrastinate jobs" not in html
    assert "Select background job" in client.get("/admin/procrastinate/procrastinatejob/").content.decode()


@pytest.mark.django_db
def test_jobs_are_filtered_by_the_statuses_that_there_are(client: Client) -> None:
    client.force_login(superuser())
    url = "/admin/procrastinate/procrastinatejob/"
    assert client.get(url, {"status__exact": "failed"}).status_code == 200
    assert client.get(url, {"status__exact": "lost"}, headers={"Referer": url}).headers["Location"].endswith("?e=1")


@pytest.mark.django_db
@pytest.mark.slow
def test_a_refused_log_in_is_said_in_one_box(client: Client) -> None:
    with admin_page(client) as page:
        visit(page, "/admin/login/")
        page.fill("#id_username", "nobody@example.com")
        page.fill("#id_password", "wrong")
        page.press("#id_password", "Enter")
        boxes = page.locator(".errornote:visible")
        boxes.first.wait_for()
        assert boxes.count() == 1
        assert "Please correct" not in boxes.inner_text()


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
