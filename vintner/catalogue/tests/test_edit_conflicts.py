"""Two members of staff edit the same thing: the second is shown what the first has changed, and overwrites nothing."""

import pytest
from django.contrib import admin
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext

from vintner.catalogue.models import GalleryPicture, Product, Tag, Variation
from vintner.money import Money
from vintner.notices.models import StoreNotice
from vintner.testing.builders import (
    add_fact,
    attribute_value,
    make_category,
    make_picture,
    make_product,
    make_user,
    only_variation,
)
from vintner.testing.html_forms import Fields, read_form
from vintner.web.admin.checked_admin import CheckedAdmin

pytestmark = pytest.mark.django_db


@pytest.fixture
def wine() -> Product:
    wine = make_product(name="Chianti", price="20.00", stock=10)
    wine.tags.add(Tag.objects.create(name="Gift", slug="gift"))
    add_fact(wine, "Region", "Chianti")
    GalleryPicture.objects.create(product=wine, picture=make_picture())
    return wine


def address(wine: Product) -> str:
    return f"/admin/catalogue/product/{wine.pk}/change/"


def open_form(staff: Client, wine: Product) -> Fields:
    return read_form(staff.get(address(wine)).content.decode(), "product_form")


def refused(staff: Client, wine: Product, form: Fields) -> tuple[str, Fields]:
    """Send a form that has to come back; return its page and the form that is in it."""
    answer = staff.post(address(wine), form)
    assert answer.status_code == 200
    html = answer.content.decode()
    assert "Somebody else changed this after you opened it." in html
    return html, read_form(html, "product_form")


def test_nothing_changed_is_nothing_written(staff: Client, wine: Product) -> None:
    form = open_form(staff, wine)
    with CaptureQueriesContext(connection) as queries:
        assert staff.post(address(wine), form).status_code == 302
    written = [each["sql"] for each in queries if each["sql"].startswith("UPDATE")]
    assert not [sql for sql in written if "catalogue_variation" in sql or 'catalogue_product"' in sql], written


def test_only_what_was_changed_is_written(staff: Client, wine: Product) -> None:
    form = open_form(staff, wine)
    form["name"] = ["Chianti Classico"]
    with CaptureQueriesContext(connection) as queries:
        assert staff.post(address(wine), form).status_code == 302
    [written] = [each["sql"] for each in queries if each["sql"].startswith('UPDATE "catalogue_product"')]
    assert '"name" =' in written
    assert '"sku" =' not in written


def test_both_changed_the_name(staff: Client, wine: Product) -> None:
    form = open_form(staff, wine)
    Product.objects.filter(pk=wine.pk).update(name="Chianti Riserva")
    html, again = refused(staff, wine, form | {"name": ["Chianti Classico"]})
    assert "Somebody else changed this to “Chianti Riserva” meanwhile." in html
    wine.refresh_from_db()
    assert (wine.name, again["name"]) == ("Chianti Riserva", ["Chianti Classico"])
    assert staff.post(address(wine), again).status_code == 302
    wine.refresh_from_db()
    assert wine.name == "Chianti Classico"


def test_what_was_not_touched_follows_the_other(staff: Client, wine: Product) -> None:
    form = open_form(staff, wine)
    red = make_category("Red")
    wine.categories.set([red])
    wine.tags.clear()
    Product.objects.filter(pk=wine.pk).update(name="Chianti Riserva", published=False, description="Two\nlines")
    html, again = refused(staff, wine, form | {"short_description": ["Fine."]})
    assert "that stands here now" in html
    assert "“Red”" in html
    assert (again["name"], again["categories"], again["short_description"]) == (
        ["Chianti Riserva"],
        [str(red.pk)],
        ["Fine."],
    )
    assert staff.post(address(wine), again).status_code == 302
    wine.refresh_from_db()
    assert (wine.name, wine.published, wine.short_description) == ("Chianti Riserva", False, "Fine.")
    assert (wine.description, list(wine.categories.all()), wine.tags.exists()) == ("Two\nlines", [red], False)


def test_both_made_the_same_change(staff: Client, wine: Product) -> None:
    form = open_form(staff, wine)
    Product.objects.filter(pk=wine.pk).update(name="Chianti Riserva")
    assert staff.post(address(wine), form | {"name": ["Chianti Riserva"]}).status_code == 302


def test_the_price_of_a_variation(staff: Client, wine: Product) -> None:
    form = open_form(staff, wine)
    Variation.objects.update(regular_price=Money(2500), position=3)
    form["variations-0-regular_price"] = ["30.00"]
    html, again = refused(staff, wine, form)
    assert "25.00" in html
    assert (again["variations-0-regular_price"], again["variations-0-position"]) == (["30.00"], ["3"])
    assert only_variation(wine).regular_price == Money(2500)
    assert staff.post(address(wine), again).status_code == 302
    assert (only_variation(wine).regular_price, only_variation(wine).position) == (Money(3000), 3)


def test_a_variation_that_was_changed_is_not_deleted_unseen(staff: Client, wine: Product) -> None:
    Product.objects.update(published=False)  # a published wine keeps its last variation
    form = open_form(staff, wine)
    Variation.objects.update(regular_price=Money(2500))
    form["variations-0-DELETE"] = ["on"]
    _, again = refused(staff, wine, form)
    assert wine.variations.exists()
    assert staff.post(address(wine), again).status_code == 302
    assert not wine.variations.exists()


def test_a_row_that_somebody_else_deleted(staff: Client, wine: Product) -> None:
    form = open_form(staff, wine)
    wine.facts.all().delete()
    html, again = refused(staff, wine, form | {"name": ["Chianti Classico"]})
    assert "Somebody else deleted this row meanwhile." in html
    assert staff.post(address(wine), again).status_code == 302
    wine.refresh_from_db()
    assert (wine.name, wine.facts.exists()) == ("Chianti Classico", False)


def test_a_row_that_somebody_else_added(staff: Client, wine: Product) -> None:
    form = open_form(staff, wine)
    wine.facts.create(value=attribute_value("Grape", "Sangiovese"))
    html, again = refused(staff, wine, form | {"name": ["Chianti Classico"]})
    assert "Somebody else added" in html
    assert staff.post(address(wine), again).status_code == 302
    assert wine.facts.count() == 2


def test_a_form_without_its_hidden_fields_overwrites_nothing_unseen(staff: Client, wine: Product) -> None:
    form = open_form(staff, wine)
    for name in [name for name in form if name.endswith("OPENED")]:
        form[name] = ["not JSON"]
    html, _ = refused(staff, wine, form | {"name": ["Chianti Classico"]})
    assert "“Chianti”" in html


def test_a_list_that_is_edited_in_place(staff: Client) -> None:
    notice = StoreNotice.objects.create(text="Closed on Monday", enabled=False)
    page = "/admin/notices/storenotice/"
    form = read_form(staff.get(page).content.decode(), "changelist-form") | {"_save": ["Save"]}
    StoreNotice.objects.update(enabled=True)
    html = staff.post(page, form).content.decode()
    assert "Somebody else changed this to yes meanwhile" in html
    notice.refresh_from_db()
    assert notice.enabled
    assert staff.post(page, read_form(html, "changelist-form") | {"_save": ["Save"]}).status_code == 302
    notice.refresh_from_db()
    assert notice.enabled


def test_every_form_of_the_admin_that_saves_is_checked() -> None:
    """The others are pages of their own, which check for themselves, and rows that Django keeps."""
    request = RequestFactory().get("/")
    request.user = make_user("manager@example.com", is_staff=True, is_superuser=True)
    unchecked = {
        model._meta.label
        for model, page in admin.site._registry.items()
        if not isinstance(page, CheckedAdmin) and page.has_change_permission(request)
    }
    assert unchecked == {"orders.Order", "subscriptions.Subscription", "catalogue.Variation"}
