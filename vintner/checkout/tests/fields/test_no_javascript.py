"""Without JavaScript, a saved card pays, and what costs nothing is ordered."""

import pytest

from vintner.checkout.tests.fields.plain_form import choose_saved_card, send_form
from vintner.checkout.tests.fields.plain_form import shopper as shopper
from vintner.orders.models import Order
from vintner.payments.models import SavedMethod
from vintner.testing.builders import make_product
from vintner.testing.provider import BROKE, THREE_D_SECURE, ProviderDouble
from vintner.testing.shopper import Shopper, attempts, only_order

pytestmark = pytest.mark.usefixtures("store")


def test_a_saved_card_pays_and_the_receipt_follows(shopper: Shopper) -> None:
    response = send_form(shopper, **choose_saved_card())
    order = Order.objects.latest("pk")
    assert (response.status_code, order.status) == (302, "processing")
    assert response.headers["Location"] == f"/checkout/order-received/{order.pk}/?key={order.key}"
    assert not shopper.cart.lines.filter(removed_at=None).exists()


def test_a_new_card_needs_the_script(shopper: Shopper) -> None:
    page = send_form(shopper, **{"wc-stripe-payment-token": "new"}).json()  # type: ignore[attr-defined]
    assert "needs JavaScript" in page["payment"]["problem"]
    assert [card["chosen"] for card in page["payment"]["saved"]] == [False]
    assert Order.objects.count() == 1


@pytest.mark.parametrize(
    ("card", "told"), [(BROKE, "Your card has insufficient funds."), (THREE_D_SECURE, "Your bank wants to ask you")]
)
def test_a_card_that_does_not_pay_at_once_is_told_and_nothing_is_lost(shopper: Shopper, card: str, told: str) -> None:
    SavedMethod.objects.update(method_id=card)
    response = send_form(shopper, **choose_saved_card(), order_comments="Ring twice")
    page = response.json()  # type: ignore[attr-defined]
    assert told in page["payment"]["problem"]
    assert page["note"]["value"] == "Ring twice"
    assert shopper.cart.lines.filter(removed_at=None).exists()


def test_somebody_else_s_card_is_refused_in_the_page(shopper: Shopper) -> None:
    page = send_form(shopper, **{"wc-stripe-payment-token": "999999"}).json()  # type: ignore[attr-defined]
    assert page["errors"][0]["text"].startswith("That saved card is not there any more.")
    assert Order.objects.count() == 1


def test_another_total_than_the_one_shown_is_not_charged(shopper: Shopper) -> None:
    page = send_form(shopper, **choose_saved_card(), shown_total="1").json()  # type: ignore[attr-defined]
    assert "Nothing was charged" in page["errors"][0]["text"]
    assert Order.objects.count() == 1


def test_what_costs_nothing_is_ordered(provider: ProviderDouble) -> None:
    guest = Shopper().puts(make_product(price="0", virtual=True))
    assert send_form(guest).status_code == 302
    assert (only_order().status, attempts(only_order())) == ("processing", [])


UTAH = {"billing_state": "UT", "billing_postcode": "84101", "billing_city": "Salt Lake City"}
NEW_CARD = {"wc-stripe-payment-token": "new"}


def test_all_errors_come_at_once_and_the_tax_is_that_of_the_state(provider: ProviderDouble) -> None:
    guest = Shopper().puts(make_product())
    page = send_form(guest, **NEW_CARD, **UTAH, billing_first_name="").json()  # type: ignore[attr-defined]
    assert [error["field"] for error in page["errors"]] == ["billing_first_name", "billing_state"]
    assert page["payment"]["problem"] == ""
    assert "CA Tax" not in str(page["review"]["rows"])


def test_details_are_fine_only_where_wine_may_go(provider: ProviderDouble) -> None:
    guest = Shopper().puts(make_product())
    page = send_form(guest, **NEW_CARD, **UTAH).json()  # type: ignore[attr-defined]
    assert [error["field"] for error in page["errors"]] == ["billing_state"]
    assert "Your details are fine" not in str(page)


def test_the_password_is_said_to_be_lost(provider: ProviderDouble) -> None:
    guest = Shopper().puts(make_product())
    account = {"createaccount": "1", "account_password": "violet tractor seven moons"}
    told = "Nothing you typed is lost but your password, and nothing was charged."
    assert told in send_form(guest, **NEW_CARD, **account).json()["payment"]["problem"]  # type: ignore[attr-defined]
    assert "password" not in send_form(guest, **NEW_CARD).json()["payment"]["problem"]  # type: ignore[attr-defined]
