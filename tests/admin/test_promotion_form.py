"""The form of a promotion shows the inputs that its kind reads, and no others; what is not shown keeps its value."""

import re
from decimal import Decimal
from typing import Final

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from tests.admin.browser import admin_page
from tests.journeys.everybody import SETTLED
from tests.journeys.live import visit
from vintner.money import Money
from vintner.pricing.choices import PromotionKind
from vintner.pricing.models import Promotion

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.sweep]

ADD: Final = "/admin/pricing/promotion/add/"
ROW: Final = {"measure", "value"}
EVERY_ROW: Final = ROW | {"at_least", "at_most", "units", "recursive", "label"}
OF_A_KIND: Final = {"counting", "choosing", "targets", "target_categories", "as_discount", "label", "most_off_each"}
SHOWN: Final = {
    PromotionKind.SIMPLE: ({"as_discount", "most_off_each"}, ROW),
    PromotionKind.CART: ({"label", "most_off_each"}, ROW),
    PromotionKind.DELIVERY: ({"label"}, set()),
    PromotionKind.BULK: ({"counting", "as_discount", "most_off_each"}, ROW | {"at_least", "at_most", "label"}),
    PromotionKind.SET: ({"counting", "as_discount", "most_off_each"}, ROW | {"at_least", "recursive"}),
    PromotionKind.SAME: ({"as_discount", "most_off_each"}, EVERY_ROW - {"label"}),
    PromotionKind.OTHER: (OF_A_KIND - {"label"}, EVERY_ROW - {"label"}),
}
"""The inputs that depend on the kind: of the promotion, and of a row that says how much it gives."""
VISIBLE: Final = """() => [...document.querySelectorAll('#promotion_form .field-line')]
    .filter((field) => field.checkVisibility())
    .flatMap((field) => [...field.querySelectorAll('input, select, textarea')].map((input) => input.name))"""


def visible(page: Page) -> tuple[set[str], set[str]]:
    """Return the inputs that are seen: those of the promotion that depend on its kind, and those of the first row."""
    names = set(page.evaluate(VISIBLE))
    rows = {name.removeprefix("tiers-0-") for name in names if name.startswith("tiers-0-")}
    return names & OF_A_KIND, rows & EVERY_ROW


def test_the_inputs_follow_the_kind(staff: Client) -> None:
    seen = {}
    with admin_page(staff) as page:
        visit(page, ADD)
        for kind in PromotionKind:
            page.select_option("#id_kind", kind.value)
            expect(page.locator(f".promotion-tiers[data-kind={kind.value}]")).to_have_count(1)
            page.evaluate(SETTLED)
            seen[kind] = visible(page)
    assert seen == SHOWN


def test_without_scripts_every_input_is_there(staff: Client) -> None:
    with admin_page(staff, scripts=False) as page:
        visit(page, ADD)
        for name in (*OF_A_KIND, *(f"tiers-0-{each}" for each in EVERY_ROW)):
            expect(page.locator(f"[name={name}]")).to_be_visible()


def test_what_is_not_shown_keeps_its_value(staff: Client) -> None:
    with admin_page(staff) as page:
        visit(page, ADD)
        page.get_by_label("Title").fill("By the case")
        page.select_option("#id_kind", PromotionKind.BULK.value)
        page.select_option("#id_counting", "product")
        page.fill("#id_most_off_each", "3.00")
        for name, value in {"at_least": "6", "at_most": "11", "value": "10", "label": "Half a case"}.items():
            page.fill(f"#id_tiers-0-{name}", value)
        page.select_option("#id_tiers-0-measure", "percentage")
        page.get_by_role("button", name="Save", exact=True).click()
        expect(page.get_by_text("was added successfully")).to_be_visible()
        visit(page, "/admin/pricing/promotion/")
        page.get_by_role("link", name="By the case").click()
        page.wait_for_url("**/change/")  # loaded, with the script that hides
        page.select_option("#id_kind", PromotionKind.SIMPLE.value)
        expect(page.locator("#id_counting")).to_be_hidden()
        page.get_by_role("button", name="Save", exact=True).click()
        expect(page.get_by_text("was changed successfully")).to_be_visible()
    promotion = Promotion.objects.get()
    row = promotion.tiers.get()
    assert (promotion.kind, promotion.counting) == ("wdr_simple_discount", "product")
    assert promotion.most_off_each == Money(300)
    assert (row.at_least, row.at_most, row.value, row.label) == (6, 11, Decimal(10), "Half a case")


def test_rows_that_do_not_suit_the_kind_are_seen_with_the_reason(staff: Client) -> None:
    with admin_page(staff) as page:
        visit(page, ADD)
        page.get_by_label("Title").fill("By the case")
        page.fill("#id_tiers-0-value", "10")
        page.select_option("#id_kind", PromotionKind.DELIVERY.value)
        expect(page.locator("#id_tiers-0-value")).to_be_hidden()
        page.get_by_role("button", name="Save", exact=True).click()
        expect(page.locator(".promotion-tiers .errornote")).to_have_text(re.compile("Values that suit .*: none."))
        expect(page.locator("#id_tiers-0-value")).to_be_visible()
