"""Staff plans a launch on one page; what is wrong stands at its field."""

from datetime import UTC, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from vintner.catalogue.models import Product, Variation
from vintner.launches.admin import FREE, MANY, NOT_COUNTED, NOT_LOWER, NOT_PUBLISHED, ON_SALE, PAST, RECEIVED
from vintner.launches.launching import carry_out
from vintner.launches.models import LaunchPlan
from vintner.money import Money
from vintner.testing.builders import make_product, only_variation
from vintner.testing.html_forms import Fields, read_form

pytestmark = pytest.mark.django_db
ADD = "/admin/launches/launchplan/add/"
FORM = "launchplan_form"
SOON = timezone.now() + timedelta(days=3)


def at(moment: object) -> dict[str, list[str]]:
    local = timezone.localtime(moment)  # type: ignore[arg-type]
    return {"moment_0": [f"{local:%Y-%m-%d}"], "moment_1": [f"{local:%H:%M:%S}"]}


def make_coming() -> Product:
    return make_product(available_from=timezone.now() + timedelta(days=30), stock=0)


def plan(staff: Client, wine: Product) -> tuple[str, Fields]:
    """Plan a launch of a wine; return the address of its page and the form on it."""
    form = read_form(staff.get(ADD).content.decode(), FORM)
    answer = staff.post(ADD, form | {"product": [str(wine.pk)]} | at(SOON))
    assert answer.status_code == 302, answer.context["adminform"].form.errors
    return answer["Location"], read_form(staff.get(answer["Location"]).content.decode(), FORM)


def test_a_launch_is_planned_with_its_prices_and_bottles(staff: Client) -> None:
    wine = make_coming()
    page, form = plan(staff, wine)
    assert f"{SOON.astimezone(UTC):%Y-%m-%d %H:%M:%S}" in staff.get(page).content.decode()
    sent = form | {"hide_price": ["on"], "rows-0-price": ["15.00"], "rows-0-bottles": ["24"], "notice_text": ["Here!"]}
    assert staff.post(page, sent).status_code == 302
    found = LaunchPlan.objects.get()
    assert found.notice is not None
    wine.refresh_from_db()
    bottle = only_variation(wine)
    assert (wine.hide_price, wine.available_from) == (True, found.moment)
    assert (bottle.sale_price, bottle.sale_starts_at, bottle.on_hand) == (Money(1500), found.moment, 0)


def test_staff_reads_that_a_wine_has_to_be_published(staff: Client) -> None:
    wine = make_product(published=False)
    page, form = plan(staff, wine)
    assert NOT_PUBLISHED in staff.post(page, form, follow=True).content.decode()
    carry_out(SOON)
    assert "Not launched: the wine was not published" in staff.get(page).content.decode()


def test_what_is_wrong_stands_at_its_field(staff: Client) -> None:
    on_sale, wine = make_product(), make_coming()
    form = read_form(staff.get(ADD).content.decode(), FORM)
    answer = staff.post(ADD, form | {"product": [str(on_sale.pk)]} | at(timezone.now() - timedelta(minutes=1)))
    assert answer.context["adminform"].form.errors == {"product": [ON_SALE], "moment": [PAST]}
    page, form = plan(staff, wine)
    answer = staff.post(ADD, read_form(staff.get(ADD).content.decode(), FORM) | {"product": [str(wine.pk)]} | at(SOON))
    assert answer.context["adminform"].form.errors["product"] == [MANY]
    Variation.objects.filter(product=wine).update(manage_stock=False)
    answer = staff.post(page, form | {"rows-0-price": ["20.00"], "rows-0-bottles": ["1"], "notice_days": ["99"]})
    formset = answer.context["inline_admin_formsets"][0].formset
    assert formset.errors == [{"price": [NOT_LOWER], "bottles": [NOT_COUNTED]}]
    assert set(answer.context["adminform"].form.errors) == {"notice_days"}


@pytest.mark.parametrize("day", ["9999-12-31", "0001-01-01"])
def test_a_year_that_nobody_means_is_an_error_at_its_field(staff: Client, day: str) -> None:
    form = read_form(staff.get(ADD).content.decode(), FORM)
    far = {f"{name}_{part}": [text] for name in ("moment", "price_until") for part, text in ((0, day), (1, "23:59:59"))}
    answer = staff.post(ADD, form | {"product": [str(make_coming().pk)]} | far)
    errors = answer.context["adminform"].form.errors
    assert errors == {name: ["Enter a year from 1900 to 2199."] for name in ("moment", "price_until")}


def test_bottles_of_a_launch_that_is_near_come_when_it_is_saved(staff: Client) -> None:
    page, form = plan(staff, make_coming())
    near = at(timezone.now() + timedelta(seconds=50))
    assert staff.post(page, form | near | {"rows-0-bottles": ["24"]}).status_code == 302
    row = LaunchPlan.objects.get().rows.get()
    assert (row.variation.on_hand, row.received_at is None) == (24, False)


def test_a_launch_price_of_nothing_is_refused(staff: Client) -> None:
    page, form = plan(staff, make_coming())
    answer = staff.post(page, form | {"rows-0-price": ["0"]})
    assert answer.context["inline_admin_formsets"][0].formset.errors == [{"price": [FREE]}]


def test_another_plan_can_be_added_at_once(staff: Client) -> None:
    form = read_form(staff.get(ADD).content.decode(), FORM)
    answer = staff.post(ADD, form | {"product": [str(make_coming().pk)], "_addanother": ["1"]} | at(SOON))
    assert answer["Location"] == ADD


def test_bottles_that_came_are_corrected_in_the_stock(staff: Client) -> None:
    page, form = plan(staff, make_coming())
    assert staff.post(page, form | {"rows-0-bottles": ["24"]}).status_code == 302
    carry_out(SOON - timedelta(minutes=5))
    form = read_form(staff.get(page).content.decode(), FORM)
    answer = staff.post(page, form | {"rows-0-bottles": ["25"]})
    assert answer.context["inline_admin_formsets"][0].formset.errors == [{"bottles": [RECEIVED]}]


def test_a_launch_that_happened_is_a_record(staff: Client) -> None:
    page, form = plan(staff, make_coming())
    carry_out(SOON)
    text = staff.get(page).content.decode()
    assert "0 emails written" in text
    assert staff.post(page, form).status_code == 403
