"""A merchant makes promotions and coupons alone."""

from decimal import Decimal

import pytest
from django.test import Client
from django.urls import reverse

from vintner.pricing import books
from vintner.pricing.models import NO_USE, Condition, Coupon, Promotion, Tier
from vintner.pricing.tests.making import bulk
from vintner.testing.builders import make_product
from vintner.web.admin import opened_values

pytestmark = pytest.mark.django_db
EVERY_BOX = {"recurring": "every_box"}


def form(**fields: str) -> dict[str, str]:
    """Return a promotion's form with one row and without conditions."""
    return {
        "title": "By the case",
        "kind": "wdr_bulk_discount",
        "enabled": "on",
        "priority": "10",
        "counting": "variation",
        "choosing": "auto_add",
        "tiers-TOTAL_FORMS": "1",
        "tiers-INITIAL_FORMS": "0",
        "tiers-0-at_least": "12",
        "tiers-0-measure": "percentage",
        "tiers-0-value": "15",
        "tiers-0-units": "1",
        "conditions-TOTAL_FORMS": "0",
        "conditions-INITIAL_FORMS": "0",
        **fields,
    }


def test_a_bulk_table_is_made_in_one_form(staff: Client) -> None:
    assert staff.post(reverse("admin:pricing_promotion_add"), form()).status_code == 302
    [promotion] = books.load().promotions
    assert promotion.benefit == bulk((12, None, "15"))


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"tiers-0-measure": "fixed_set_price"}, "Values that suit"),
        ({"tiers-TOTAL_FORMS": "0"}, "add a row"),
        ({"kind": "wdr_buy_x_get_y_discount", "tiers-0-measure": "free_product"}, "put into the cart"),
        ({"kind": "wdr_set_discount", "tiers-0-at_least": ""}, "size of each set"),
        ({"kind": "wdr_free_shipping"}, "Values that suit"),
        (
            {"starts_at_0": "2026-02-01", "starts_at_1": "00:00", "ends_at_0": "2026-01-01", "ends_at_1": "00:00"},
            "Ends before it starts.",
        ),
        ({"skus": "W1\r\nNO-SUCH-SKU\r\nw1"}, "No bottle has the SKU NO-SUCH-SKU, w1."),
        ({"excluded_skus": "NO-SUCH-SKU"}, "No bottle has the SKU NO-SUCH-SKU."),
    ],
    ids=[
        "a value of another kind",
        "nothing given",
        "no gift named",
        "a set without size",
        "rows for free delivery",
        "over before it begins",
        "unknown SKUs",
        "unknown SKUs left out",
    ],
)
def test_what_makes_no_sense_is_said_in_the_form(staff: Client, fields: dict[str, str], words: str) -> None:
    make_product(sku="W1")
    answer = staff.post(reverse("admin:pricing_promotion_add"), form(**fields))
    assert answer.status_code == 200
    assert words in answer.content.decode()
    assert not Promotion.objects.exists()


def test_a_row_that_is_wrong_is_told_at_its_input_alone(staff: Client) -> None:
    answer = staff.post(reverse("admin:pricing_promotion_add"), form(**{"tiers-0-value": "150"})).content.decode()
    assert "Enter at most 100 percent." in answer
    assert "Somebody else" not in answer
    assert "add a row" not in answer


def test_a_condition_says_what_it_lacks(staff: Client) -> None:
    asked = {"conditions-TOTAL_FORMS": "1", "conditions-0-kind": "subtotal", "conditions-0-operator": "less_than"}
    asked |= {"conditions-0-coupon_use": "all"}
    answer = staff.post(reverse("admin:pricing_promotion_add"), form(**asked))
    assert "compares with a number" in answer.content.decode()
    again = staff.post(reverse("admin:pricing_promotion_add"), form(**asked, **{"conditions-0-number": "5"}))
    assert again.status_code == 302
    assert Condition.objects.get().number == 5


def test_the_form_of_a_promotion_that_exists_opens(staff: Client) -> None:
    promotion = Promotion.objects.create(title="Bulk")
    Tier.objects.create(promotion=promotion, at_least=6, value=Decimal(20))
    assert staff.get(reverse("admin:pricing_promotion_change", args=[promotion.pk])).status_code == 200
    assert staff.get(reverse("admin:pricing_promotion_changelist")).status_code == 200


def test_a_coupons_code_is_kept_in_lower_case(staff: Client) -> None:
    fields = {"code": " Save10 ", "kind": "percent", "amount": "10", "recurring": "first", "enabled": "on"}
    assert staff.post(reverse("admin:pricing_coupon_add"), fields).status_code == 302
    assert Coupon.objects.get().code == "save10"


@pytest.mark.parametrize(
    ("fields", "field", "problem"),
    [
        ({"minimum": "100", "maximum": "50"}, "maximum", "Enter $100.00 or more, or leave it blank."),
        ({"amount": "0"}, "amount", NO_USE),
        (EVERY_BOX, "recurring", "A discount on the whole cart cannot lower every box: choose a kind."),
        (
            EVERY_BOX | {"kind": "percent", "most_units": "3"},
            "most_units",
            "A coupon for every box is for all its bottles: leave this blank.",
        ),
        (
            EVERY_BOX | {"kind": "percent", "free_delivery": "on"},
            "free_delivery",
            "A coupon for every box cannot open free shipping.",
        ),
        (EVERY_BOX | {"kind": "fixed_product", "amount": "0"}, "amount", NO_USE),
    ],
)
def test_a_coupon_that_nobody_can_use_is_refused(
    staff: Client, fields: dict[str, str], field: str, problem: str
) -> None:
    usual = {"code": "ten", "kind": "fixed_cart", "amount": "10", "recurring": "first"}
    answer = staff.post(reverse("admin:pricing_coupon_add"), usual | fields)
    assert answer.context["adminform"].form.errors == {field: [problem]}


def test_a_coupon_may_give_nothing_but_free_shipping_or_a_promotion(staff: Client) -> None:
    nothing = {"code": "club", "kind": "fixed_cart", "amount": "0", "recurring": "first"}
    assert staff.post(reverse("admin:pricing_coupon_add"), nothing | {"free_delivery": "on"}).status_code == 302
    promotion = Promotion.objects.create(title="Members")
    Condition.objects.create(promotion=promotion, kind="coupons", words="VIP\r\nMembers")
    assert staff.post(reverse("admin:pricing_coupon_add"), nothing | {"code": "MEMBERS"}).status_code == 302


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"kind": "skus", "words": "NO-SUCH-SKU", "number": "1"}, "No bottle has the SKU NO-SUCH-SKU."),
        ({"kind": "subtotal", "number": "100", "to": "50"}, "Enter 100 or more, or leave it blank."),
        (
            {"kind": "dates"}
            | {"starts_at_0": "2026-02-01", "starts_at_1": "00:00", "ends_at_0": "2026-01-01", "ends_at_1": "00:00"},
            "Ends before it starts.",
        ),
    ],
)
def test_a_condition_that_never_holds_is_refused(staff: Client, fields: dict[str, str], problem: str) -> None:
    usual = {"operator": "in_range", "coupon_use": "all", **fields}
    typed = {"conditions-TOTAL_FORMS": "1"} | {f"conditions-0-{name}": value for name, value in usual.items()}
    answer = staff.post(reverse("admin:pricing_promotion_add"), form(**typed))
    assert problem in answer.content.decode()
    assert not Promotion.objects.exists()


def test_there_is_one_policy(staff: Client) -> None:
    fields = {"pick": "all", "with_coupons": "run_both", "in_turn": "on", "preselect": "first"}
    assert staff.post(reverse("admin:pricing_policy_add"), fields).status_code == 302
    assert books.load().policy.in_turn
    assert staff.get(reverse("admin:pricing_policy_add")).status_code == 403


CHOICES = ("products", "categories", "tags", "values", "producers", "targets", "target_categories")
LEFT_OUT = ("excluded_products", "excluded_categories", "excluded_tags", "excluded_values", "excluded_producers")
NO_KEYS = ("x", "\N{SUPERSCRIPT TWO}", "1.5", "9" * 19, "9" * 30, "9" * 5_000)


@pytest.mark.parametrize("key", NO_KEYS, ids=lambda key: key[:20])
def test_a_choice_that_is_no_key_is_refused_at_its_input(staff: Client, key: str) -> None:
    chosen = dict.fromkeys((*CHOICES, *LEFT_OUT), key)
    rows = {f"conditions-0-{name}": key for name in ("products", "categories", "tags", "values")}
    answer = staff.post(
        reverse("admin:pricing_promotion_add"), form(**chosen, **rows, **{"conditions-TOTAL_FORMS": "1"})
    )
    assert answer.status_code == 200
    assert chosen.keys() <= answer.context["adminform"].form.errors.keys()
    [row] = answer.context["inline_admin_formsets"][1].formset.errors
    assert {name.removeprefix("conditions-0-") for name in rows} <= row.keys()
    assert not Promotion.objects.exists()


@pytest.mark.parametrize("key", NO_KEYS, ids=lambda key: key[:20])
def test_a_coupon_for_wines_that_are_no_keys_is_refused_at_its_input(staff: Client, key: str) -> None:
    coupon = Coupon.objects.create(code="a", amount=Decimal(5))
    wine = make_product()
    fields = {"code": "a", "amount": "5", "products": [str(wine.pk), key], "excluded_categories": key}
    for address in (
        reverse("admin:pricing_coupon_add"),
        reverse("admin:pricing_coupon_change", args=[coupon.pk]),
    ):
        answer = staff.post(address, fields)
        assert answer.status_code == 200
        assert {"products", "excluded_categories"} <= answer.context["adminform"].form.errors.keys()
        assert f'<option value="{wine.pk}" selected' in answer.content.decode(), "the other choice stays"


def test_a_form_adds_a_limited_number_of_rows(staff: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred, of which each takes a while to draw; here five."""
    monkeypatch.setattr(opened_values, "MOST_ADDED", 5)
    promotion = Promotion.objects.create(title="By the case")
    tier = Tier.objects.create(promotion=promotion, at_least=6, value=5)
    many = {"tiers-TOTAL_FORMS": "99999999999", "conditions-TOTAL_FORMS": "99999999999"}
    opened = {"tiers-INITIAL_FORMS": "1", "tiers-0-id": str(tier.pk), "tiers-0-promotion": str(promotion.pk)}
    for address, fields, rows in (
        (reverse("admin:pricing_promotion_add"), many, 5),
        (reverse("admin:pricing_promotion_change", args=[promotion.pk]), many | opened, 6),
    ):
        answer = staff.post(address, form(**fields))
        assert answer.status_code == 200
        tiers, conditions = (each.formset for each in answer.context["inline_admin_formsets"])
        assert (len(tiers.forms), len(conditions.forms)) == (rows, 5)
        assert tiers.non_form_errors() == ["Add at most 100 rows at once."]
    assert Tier.objects.count() == 1
