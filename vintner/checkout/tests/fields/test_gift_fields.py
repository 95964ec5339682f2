"""An order that is a gift: its message and its parcel without prices."""

import pytest
from django.db import Error, transaction
from django.test import Client

from vintner.orders.models import Email, Order
from vintner.testing.builders import make_product, make_user
from vintner.testing.provider import DECLINED, ProviderDouble
from vintner.testing.shopper import FORM, Shopper, only_order
from vintner.testing.written_emails import write_all_emails, written_email

pytestmark = pytest.mark.usefixtures("store", "provider")
JSON = {"Accept": "application/json"}
GIFT = {"is_gift": "1", "gift_message": "Happy birthday!", "gift_without_prices": "1"}


def read_gift_of(order: Order) -> tuple[bool, str, bool]:
    return order.is_gift, order.gift_message, order.gift_without_prices


def read_gift_fields(shopper: Shopper, path: str = "/checkout/") -> tuple[bool, str, bool]:
    """What the checkout's form starts with."""
    gift = shopper.client.get(path, headers=JSON).json()["gift"]
    return gift["is_gift"], gift["message"]["value"], gift["without_prices"]


def test_the_order_keeps_what_its_form_said() -> None:
    assert Shopper().puts(make_product()).pays(**GIFT).result == "success"
    assert read_gift_of(only_order()) == (True, "Happy birthday!", True)


def test_prices_may_be_in_the_parcel_of_a_gift() -> None:
    Shopper().puts(make_product()).pays(is_gift="1", gift_message="For you")
    assert read_gift_of(only_order()) == (True, "For you", False)


def test_without_its_box_nothing_is_a_gift() -> None:
    Shopper().puts(make_product()).pays(**{**GIFT, "is_gift": "", "gift_message": "x" * 999})
    assert read_gift_of(only_order()) == (False, "", False)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Dear Bea,\r\n\r\nhappy birthday!\rAna", "Dear Bea,\n\nhappy birthday!\nAna"),
        ("Cheers 🥂 👩‍👩‍👧", "Cheers 🥂 👩‍👩‍👧"),
        ("a\x00b\x07c\x1b[31md", "abc[31md"),
        ("  much \t space  ", "much space"),
    ],
)
def test_lines_and_emoji_stay_and_control_characters_go(typed: str, kept: str) -> None:
    Shopper().puts(make_product()).pays(is_gift="1", gift_message=typed)
    assert only_order().gift_message == kept


def test_three_hundred_characters_fit_however_their_lines_are_sent() -> None:
    Shopper().puts(make_product()).pays(is_gift="1", gift_message="🥂" * 149 + "\r\n" + "x" * 150)
    assert len(only_order().gift_message) == 300


@pytest.mark.parametrize("length", [301, 100_000])
def test_a_longer_message_is_refused_at_its_field_and_nothing_is_ordered(length: int) -> None:
    answer = Shopper().puts(make_product()).pays(is_gift="1", gift_message="x" * length)
    assert 'data-id="gift_message"' in answer.messages
    assert "Gift message is too long: at most 300 characters." in answer.messages
    assert not Order.objects.exists()


@pytest.mark.parametrize(
    "row",
    [{"gift_message": "Hello"}, {"gift_without_prices": True}, {"is_gift": True, "gift_message": "x" * 301}],
)
def test_the_database_refuses_what_the_form_would(row: dict[str, object]) -> None:
    Shopper().puts(make_product()).pays()
    with pytest.raises(Error, match=r"order_gift_options_of_gifts|too long"), transaction.atomic():
        Order.objects.update(**row)


def test_a_page_without_javascript_comes_back_with_all_of_it() -> None:
    shopper = Shopper().puts(make_product())
    fields = {**FORM, **GIFT, "gift_message": "x" * 301, "csrfmiddlewaretoken": shopper.token()}
    del fields["gift_without_prices"]
    page = shopper.client.post("/checkout/", {**fields, "woocommerce_checkout_place_order": "1"}, headers=JSON).json()
    gift = page["gift"]
    assert (gift["is_gift"], gift["message"]["value"], gift["without_prices"]) == (True, "x" * 301, False)
    assert gift["message"]["error"] == "Gift message is too long: at most 300 characters."
    again = shopper.client.post("/checkout/", {**fields, "coupon_code": "none"}, headers=JSON).json()["gift"]
    assert again["message"]["value"] == "x" * 301


@pytest.mark.parametrize("path", ["/checkout/", "/checkout/block/"])
def test_no_prices_is_preset_and_a_new_order_is_no_gift(path: str) -> None:
    assert read_gift_fields(Shopper().puts(make_product()), path) == (False, "", True)


@pytest.mark.parametrize("path", ["/checkout/", "/checkout/block/"])
def test_a_declined_card_loses_nothing_and_the_next_try_may_change_it(path: str) -> None:
    shopper = Shopper().puts(make_product())
    shopper.pays(DECLINED, is_gift="1", gift_message="Happy birthday!")
    assert read_gift_fields(shopper, path) == (True, "Happy birthday!", False)
    shopper.pays(**{**GIFT, "gift_message": "Happy new year!"})
    assert (only_order().status, read_gift_of(only_order())) == ("processing", (True, "Happy new year!", True))


def test_the_next_cart_of_the_same_customer_is_no_gift() -> None:
    shopper = Shopper()
    shopper.client.force_login(make_user("jane@example.com"))
    shopper.puts(make_product()).pays(**GIFT)
    assert read_gift_fields(shopper.puts(make_product())) == (False, "", True)


def test_receipt_order_page_and_e_mails_tell_the_buyer() -> None:
    shopper = Shopper()
    shopper.client.force_login(make_user("jane@example.com"))
    shopper.puts(make_product()).pays(**{**GIFT, "gift_message": "Dear Bea,\ncheers"})
    order = only_order()
    for path in (
        f"/checkout/order-received/{order.pk}/?key={order.key}",
        f"/my-source/view-order/{order.pk}/",
    ):
        gift = shopper.client.get(path, headers=JSON).json()["gift"]
        assert gift == {"message": "Dear Bea,\ncheers", "prices": "There are no prices in the parcel."}
    confirmation = written_email(order=order, to="jane@example.com")
    assert "Dear Bea,<br>cheers" in confirmation.html
    assert "Dear Bea,\ncheers\nThere are no prices in the parcel." in confirmation.text


def test_nobody_reads_the_message_of_another_s_order() -> None:
    Shopper().puts(make_product()).pays(**{**GIFT, "gift_message": "Nobody reads this"})
    order = only_order()
    stranger = Client()
    paths = (
        f"/checkout/order-received/{order.pk}/?key=wc_order_guessed",
        f"/my-source/view-order/{order.pk}/",
        f"/admin/orders/order/{order.pk}/packing-slip.pdf",
    )
    for logged_in in (False, True):
        if logged_in:
            stranger.force_login(make_user("stranger@example.com"))
        for path in paths:
            assert "Nobody reads this" not in stranger.get(path).content.decode(errors="replace")


def test_an_order_that_is_no_gift_says_nothing_of_it() -> None:
    shopper = Shopper().puts(make_product())
    shopper.pays()
    order = only_order()
    page = shopper.client.get(f"/checkout/order-received/{order.pk}/?key={order.key}", headers=JSON).json()
    assert page["gift"] is None
    write_all_emails()
    assert not Email.objects.filter(html__contains="gift").exists()


def test_staff_reads_the_message_and_that_no_invoice_goes_along() -> None:
    Shopper().puts(make_product()).pays(**{**GIFT, "gift_message": "<b>Hi</b>\nBea"})
    boss = Client()
    boss.force_login(make_user("boss@example.com", is_staff=True, is_superuser=True))
    html = boss.get(f"/admin/orders/order/{only_order().pk}/change/").content.decode()
    assert "&lt;b&gt;Hi&lt;/b&gt;<br>Bea" in html
    assert "Put no invoice into the parcel." in html


def test_the_buyer_pays_what_it_costs_without_being_a_gift(provider: ProviderDouble) -> None:
    Shopper().puts(make_product(price="20.00")).pays(**GIFT)
    assert provider.ledger == {only_order().pk: [only_order().total]}
