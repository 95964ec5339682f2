"""Every amount that staff type has a visible box with a label, and a wrong one is answered at its box."""

import pytest
from django.contrib import admin
from django.contrib.admin.options import BaseModelAdmin
from django.test import Client, RequestFactory
from django.urls import reverse
from unfold.widgets import BASE_INPUT_CLASSES

from tests.admin.accounts import superuser
from vintner.money import Money, MoneyFormField
from vintner.testing import builders
from vintner.testing.html_forms import read_form

pytestmark = pytest.mark.django_db
NEGATIVE = "Enter an amount of 0 or more."


def money_fields() -> dict[str, MoneyFormField]:
    """Return every money field of every admin form, by its model and name."""
    request = RequestFactory().get("/admin/")
    request.user = superuser()
    found: dict[str, MoneyFormField] = {}
    own = [each for model, each in admin.site._registry.items() if model.__module__.startswith("vintner.")]
    for model_admin in own:
        parts: list[BaseModelAdmin] = [model_admin, *model_admin.get_inline_instances(request)]  # type: ignore[type-arg]
        for part in parts:
            form = part.get_formset(request).form if hasattr(part, "get_formset") else part.get_form(request)  # type: ignore[attr-defined]
            fields = form.base_fields.items()
            found |= {f"{part.opts.label}.{name}": each for name, each in fields if isinstance(each, MoneyFormField)}
    return found


def test_every_money_input_looks_like_the_others_and_has_a_label() -> None:
    fields = money_fields()
    assert {"catalogue.Variation.regular_price", "pricing.Coupon.minimum", "shipping.Destination.signature_fee"} <= set(
        fields
    )
    for name, field in fields.items():
        assert set(BASE_INPUT_CLASSES) <= set(field.widget.attrs.get("class", "").split()), name
        assert (field.label or "-")[0].isupper(), name


@pytest.mark.parametrize(
    ("url", "fields", "field", "words"),
    [
        ("pricing_coupon_add", {"minimum": "-1"}, "minimum", NEGATIVE),
        ("pricing_coupon_add", {"amount": "-1"}, "amount", NEGATIVE),
        ("pricing_coupon_add", {"kind": "percent", "amount": "101"}, "amount", "Enter at most 100 percent."),
        ("shipping_destination_add", {"signature_fee": "-0.01"}, "signature_fee", NEGATIVE),
        ("shipping_destination_add", {"legal_age": "12"}, "legal_age", "Enter an age from 16 to 25."),
    ],
)
def test_an_amount_that_cannot_be_is_answered_at_its_box(
    client: Client, url: str, fields: dict[str, str], field: str, words: str
) -> None:
    client.force_login(superuser())
    usual = {"code": "ten", "kind": "fixed_cart", "amount": "10", "country": "US", "state": "CA"}
    answer = client.post(reverse(f"admin:{url}"), {**usual, "legal_age": "21", "signature_fee": "0", **fields})
    assert answer.status_code == 200
    assert answer.context["adminform"].form.errors[field] == [words]


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("-5", NEGATIVE),
        ("abc", "Enter a number."),
        ("12,50", "Enter a number."),
        ("$12.50", "Enter a number."),
        ("NaN", "Enter a number."),
        ("12.505", "Ensure that there are no more than 2 decimal places."),
    ],
)
def test_a_price_that_is_none_is_answered_at_its_box(client: Client, typed: str, words: str) -> None:
    """What was typed stays in the box, and the price of the wine stays as it was."""
    client.force_login(superuser())
    wine = builders.make_product(price="16.99")
    address = reverse("admin:catalogue_product_change", args=[wine.pk])
    form = read_form(client.get(address).content.decode(), "product_form")
    answer = client.post(address, form | {"variations-0-regular_price": [typed]})
    row = answer.context["inline_admin_formsets"][0].formset.forms[0]
    assert row.errors == {"regular_price": [words]}
    assert row["regular_price"].value() == typed
    assert words in answer.content.decode()
    assert "no_negative_price" not in answer.content.decode()
    assert builders.only_variation(wine).regular_price == Money(1699)
