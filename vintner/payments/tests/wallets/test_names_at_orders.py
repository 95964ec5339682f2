"""The wallet's name at an order, to the shopper and to staff. E-mails and documents show the order's title."""

import pytest
from django.test import Client
from django.utils import timezone

from vintner.customers.models import User
from vintner.money import Money
from vintner.orders.amounts import payment_title
from vintner.orders.models import Email
from vintner.orders.refundable import NewRefund
from vintner.payments.attempts.pay_again import pay_again
from vintner.payments.attempts.payment_input import PaymentInput
from vintner.payments.attempts.start_payment import start_payment
from vintner.payments.models import Payment
from vintner.payments.refunds import refund
from vintner.payments.wallets.rules import METHOD_TYPES, Wallet, name_payment
from vintner.testing.builders import make_product
from vintner.testing.provider import DECLINED, GOOD, ProviderDouble
from vintner.testing.shopper import Shopper, only_order

pytestmark = pytest.mark.usefixtures("store")


@pytest.fixture
def paid(store: None, provider: ProviderDouble) -> None:
    """An order whose card was declined and that Google Pay has paid for."""
    Shopper().puts(make_product()).pays(DECLINED)
    payment = pay_again(only_order().pk, PaymentInput(GOOD, wallet=Wallet.GOOGLE_PAY), timezone.now())
    start_payment(payment.pk)


@pytest.mark.parametrize(
    ("wallet", "method", "name"),
    [
        ("apple_pay", "Visa •••• 4242", "Apple Pay (Visa •••• 4242)"),
        ("apple_pay", "", "Apple Pay"),
        ("link", "Link", "Link"),
        ("amazon_pay", "Amazon Pay", "Amazon Pay"),
        ("klarna", "Klarna", "Klarna"),
    ],
)
def test_a_payment_is_named_by_its_wallet_and_what_is_behind_it(wallet: str, method: str, name: str) -> None:
    assert name_payment(wallet, method) == name


def test_every_wallet_pays_by_a_type_of_the_store() -> None:
    assert set(METHOD_TYPES) == set(Wallet)


@pytest.mark.usefixtures("paid")
def test_the_order_names_it_to_the_shopper() -> None:
    order = only_order()
    assert payment_title(order) == "Google Pay (Visa •••• 4242)"
    assert order.payment_title == "Google Pay"
    assert order.events.filter(note__startswith="Paid by Google Pay (Visa •••• 4242)").exists()


@pytest.mark.usefixtures("paid")
def test_staff_reads_it_in_the_list_and_on_the_order_s_page(staff: Client) -> None:
    listed = staff.get("/admin/orders/order/").content.decode()
    assert "Paid · Google Pay" in listed
    page = staff.get(f"/admin/orders/order/{only_order().pk}/change/").content.decode()
    assert "Google Pay (Visa •••• 4242)" in page
    assert "Google Pay (Visa •••• 4242)" in staff.get("/admin/payments/payment/").content.decode()


@pytest.mark.usefixtures("paid")
@pytest.mark.parametrize(("chosen", "found"), [("google_pay", 1), ("any", 1), ("apple_pay", 0), ("card", 2)])
def test_orders_are_filtered_by_the_wallet(provider: ProviderDouble, staff: Client, chosen: str, found: int) -> None:
    Shopper().puts(make_product()).pays()
    shown = staff.get("/admin/orders/order/", {"wallet": chosen})
    assert shown.context["cl"].result_count == found


def test_an_order_that_a_card_pays_at_last_names_the_card(provider: ProviderDouble) -> None:
    Shopper().puts(make_product()).pays(DECLINED)
    for with_what in (PaymentInput(DECLINED, wallet=Wallet.GOOGLE_PAY), PaymentInput(GOOD)):
        start_payment(pay_again(only_order().pk, with_what, timezone.now()).pk)
    assert list(Payment.objects.order_by("pk").values_list("wallet", flat=True)) == ["", "google_pay", ""]
    assert (payment_title(only_order()), only_order().payment_title) == ("Visa •••• 4242", "Card")


@pytest.mark.usefixtures("paid")
def test_a_refund_names_where_the_money_goes(staff: Client) -> None:
    order = only_order()
    refund(order.pk, NewRefund(amount=Money(500)), by=User.objects.get(email="manager@example.com"))
    email = Email.objects.get(kind="partly_refunded")
    for text in (email.text, email.html):
        assert "to Google Pay, which you paid with. Banks take five" in " ".join(text.split())
    assert order.events.filter(note__startswith="Refunded $5.00 to Google Pay (re_").exists()
    page = staff.get(f"/admin/orders/order/{order.pk}/change/").text
    assert page.count("<td>Google Pay (Visa •••• 4242)") == 2


def test_a_refund_of_a_card_says_so(provider: ProviderDouble, staff: Client) -> None:
    Shopper().puts(make_product()).pays()
    refund(only_order().pk, NewRefund(amount=Money(500)), by=User.objects.get(email="manager@example.com"))
    assert "to the card you paid with. Banks" in Email.objects.get(kind="partly_refunded").text
