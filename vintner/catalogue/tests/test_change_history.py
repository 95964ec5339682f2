"""The history of everything that staff edits tells each value before and after."""

import pytest
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.db.models import Model
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from vintner.catalogue.models import Category, Producer, Product, Review, Tag
from vintner.customers.models import User
from vintner.notices.models import StoreNotice
from vintner.pricing.models import Coupon, Promotion
from vintner.testing.builders import add_fact, make_category, make_product, make_review, make_user, only_variation
from vintner.testing.html_forms import Fields, read_form
from vintner.web.admin.checked_admin import CheckedAdmin

pytestmark = pytest.mark.django_db


@pytest.fixture
def wine() -> Product:
    wine = make_product(name="Chianti", price="24.00", stock=10)
    add_fact(wine, "Region", "Tuscany")
    return wine


def address(row: Model, page: str = "change") -> str:
    return reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_{page}", args=[row.pk])


def opened(staff: Client, row: Model) -> Fields:
    return read_form(staff.get(address(row)).content.decode(), f"{row._meta.model_name}_form")


def save(staff: Client, row: Model, **typed: str | list[str]) -> list[str]:
    """Change fields of a form, save it and return what the history says, line by line."""
    fields = opened(staff, row)
    for name, value in typed.items():
        fields[name] = value if isinstance(value, list) else [value]
    answer = staff.post(address(row), fields)
    assert answer.status_code == 302, answer.context["errors"]
    return last_entry()


def last_entry() -> list[str]:
    return LogEntry.objects.latest("pk").get_change_message().splitlines()


def test_a_price_is_told_as_money(staff: Client, wine: Product) -> None:
    only = only_variation(wine)
    lines = save(staff, wine, **{"variations-0-regular_price": "26.00"})
    assert lines == [f"Variation “{only}”: Regular price: $24.00 → $26.00"]


def test_texts_choices_and_related_rows_are_told_by_what_staff_reads(staff: Client, wine: Product) -> None:
    producer = Producer.objects.create(name="Ruffino", slug="ruffino")
    gift, red = Tag.objects.create(name="Gift", slug="gift"), Tag.objects.create(name="Red", slug="red")
    wine.tags.add(gift)
    lines = save(staff, wine, name="Chianti Riserva", producer=str(producer.pk), tags=[str(red.pk)], published=[])
    assert set(lines) == {
        "Name: Chianti → Chianti Riserva",
        "Producer: nothing → Ruffino",
        "Tags: added Red; removed Gift",
        "Published: yes → no",
    }


def test_a_long_text_is_told_where_it_changed(staff: Client, wine: Product) -> None:
    before = "A wine of the hills. " * 40
    Product.objects.filter(pk=wine.pk).update(description=f"{before}It is red. {before}".strip())
    [line] = save(staff, wine, description=f"{before}It is white. {before}".strip())
    label, _, change = line.partition(": ")
    old, new = change.split(" → ")
    assert label == "Description"
    assert "It is red." in old
    assert "It is white." in new
    assert len(line) < 250


def test_rows_that_came_changed_and_went_are_told(staff: Client, wine: Product) -> None:
    fact = wine.facts.get()
    assert save(staff, wine, **{"facts-0-DELETE": "on"}) == [f"Product fact “{fact}” deleted"]
    new = {"facts-TOTAL_FORMS": "1", "facts-0-value": str(fact.value_id), "facts-0-position": "0"}
    [line] = save(staff, wine, **new)
    assert line == f"Product fact “{wine.facts.get()}” added"
    [line] = save(staff, wine, **{"facts-0-position": "3"})
    assert line == f"Product fact “{wine.facts.get()}”: Position: 0 → 3"


def test_what_is_changed_in_a_list_is_told(staff: Client) -> None:
    category = make_category("Red")
    Category.objects.filter(pk=category.pk).update(position=1)
    page = reverse("admin:catalogue_category_changelist")
    fields = read_form(staff.get(page).content.decode(), "changelist-form")
    staff.post(page, fields | {"form-0-position": ["5"], "_save": ["Save"], "action": [""]})
    assert last_entry() == ["Position: 1 → 5"]


def test_what_many_reviews_become_is_told_to_each(staff: Client, wine: Product) -> None:
    chosen = [make_review(wine, status="pending"), make_review(wine, status="approved")]
    staff.post(
        reverse("admin:catalogue_review_changelist"),
        {"action": "approve", "_selected_action": [str(each.pk) for each in chosen]},
    )
    assert LogEntry.objects.count() == 1
    assert last_entry() == [
        f"Status: {Review.Status.PENDING.label} → {Review.Status.APPROVED.label}",
    ]


def test_passwords_are_never_told(staff: Client) -> None:
    user = make_user("jane@example.com")
    answer = staff.post(
        reverse("admin:auth_user_password_change", args=[user.pk]),
        {"password1": "a long enough password", "password2": "a long enough password", "usable_password": "true"},
    )
    assert answer.status_code == 302
    assert last_entry() == ["Password: changed"]
    save(staff, user, first_name="Jane")
    assert last_entry() == ["First name: Test → Jane"]
    assert not any("long enough" in each.change_message for each in LogEntry.objects.all())
    assert User.objects.get(pk=user.pk).check_password("a long enough password")


def test_what_is_added_and_what_is_saved_unchanged_is_told(staff: Client) -> None:
    staff.post(reverse("admin:catalogue_tag_add"), {"name": "Gift", "slug": "gift"})
    assert last_entry() == ["Added."]
    assert save(staff, Tag.objects.get()) == ["Nothing changed."]


def test_notices_coupons_and_promotions_tell_it_too(staff: Client) -> None:
    notice = StoreNotice.objects.create(text="We ship on Monday.", enabled=True)
    assert save(staff, notice, text="We ship on Tuesday.") == ["Text: We ship on Monday. → We ship on Tuesday."]
    coupon = Coupon.objects.create(code="save10", amount=10)
    assert save(staff, coupon, amount="12.50") == ["Amount: 10 → 12.5"]
    promotion = Promotion.objects.create(title="By the case", kind="wdr_free_shipping")
    assert "Title: By the case → By the crate" in save(staff, promotion, title="By the crate")


def test_the_history_page_shows_a_line_for_each_change(staff: Client, wine: Product) -> None:
    save(staff, wine, name="Chianti <Riserva>", published=[])
    html = staff.get(address(wine, "history")).content.decode()
    for line in ("Name: Chianti → Chianti <Riserva>", "Published: yes → no"):
        assert f">{escape(line)}</p>" in html


def test_entries_of_before_are_still_read(staff: Client, wine: Product) -> None:
    LogEntry.objects.create(
        user=User.objects.get(email="manager@example.com"),
        content_type_id=None,
        object_id=str(wine.pk),
        object_repr="Chianti",
        action_flag=2,
        change_message='[{"changed": {"fields": ["Name"]}}]',
    )
    assert last_entry() == ["Changed Name."]


def test_every_form_of_the_admin_keeps_its_changes_this_way() -> None:
    overriding = [
        type(each).__name__
        for each in admin.site._registry.values()
        if isinstance(each, CheckedAdmin)
        and type(each).construct_change_message is not CheckedAdmin.construct_change_message
    ]
    assert overriding == []
