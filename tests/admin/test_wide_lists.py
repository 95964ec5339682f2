"""Lists of the admin with many columns, on a phone, a tablet and at a desk."""

from datetime import timedelta
from typing import Final

import pytest
from django.test import Client
from django.utils import timezone

from tests.admin.browser import admin_page
from tests.journeys.live import visit
from vintner.orders import orders
from vintner.orders.models import Order
from vintner.payments.attempts.rules import PaymentStatus
from vintner.payments.models import Payment
from vintner.testing.orders import new_order

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.sweep]

SCROLLS: Final = """() => [document.documentElement, ...document.querySelectorAll('.simplebar-content-wrapper')]
  .filter((each) => each.clientWidth && each.contains(document.querySelector('#result_list')))
  .map((each) => each.scrollWidth - each.clientWidth)"""


@pytest.fixture(autouse=True)
def _order(db: None) -> None:
    """An order that is a gift and held, with payments whose ids are as long as the provider's."""
    order = orders.create(new_order())
    Order.objects.filter(pk=order.pk).update(
        email="a.rather.long.address.of.a.buyer@mail.example.com",
        is_gift=True,
        hold_kind="heat",
        ship_not_before=timezone.localdate() + timedelta(days=5),
    )
    codes = ("", "payment_intent_authentication_failure")
    for attempt, code in enumerate(codes, start=1):
        Payment.objects.create(
            order=order,
            attempt=attempt,
            amount=order.total,
            captured=order.total,
            status=PaymentStatus.DECLINED if code else PaymentStatus.SUCCEEDED,
            error_code=code,
            idempotency_key=f"k{attempt}",
            intent_id=f"pi_3PqRsTuVwXyZaBcDeFgHiJk{attempt}",
            charge_id=f"ch_3PqRsTuVwXyZaBcDeFgHiJk{attempt}",
        )


@pytest.mark.parametrize("address", ["/admin/orders/order/", "/admin/payments/payment/"])
def test_a_list_fits_its_frame(staff: Client, address: str) -> None:
    with admin_page(staff) as page:
        for width in (360, 768, 1440):
            page.set_viewport_size({"width": width, "height": 1000})
            visit(page, address)
            page.locator(".simplebar-content-wrapper #result_list").wait_for()
            assert max(page.evaluate(SCROLLS)) <= 0, width


def test_a_card_of_a_phone_has_the_whole_address_of_the_buyer(staff: Client) -> None:
    with admin_page(staff) as page:
        page.set_viewport_size({"width": 360, "height": 1000})
        visit(page, "/admin/orders/order/")
        inside = page.evaluate("""() => {
          const [name, address] = ['strong', 'p'].map((part) => document.querySelector(`td.field-buyer ${part}`))
          const card = document.querySelector('td.field-buyer').getBoundingClientRect()
          const written = document.createRange()
          written.selectNodeContents(address)
          const text = written.getBoundingClientRect()
          return name.getBoundingClientRect().top >= card.top && text.right <= card.right && text.bottom <= card.bottom
        }""")
    assert inside


@pytest.mark.sweep
def test_a_phone_shows_what_a_tablet_leaves_out(staff: Client) -> None:
    with admin_page(staff) as page:
        for width, is_shown in ((360, True), (768, False), (1440, True)):
            page.set_viewport_size({"width": width, "height": 1000})
            visit(page, "/admin/orders/order/")
            assert page.locator("td.field-origin").first.is_visible() == is_shown
