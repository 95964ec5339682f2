"""The receipt: what it tells, what can be done there, and who may."""

import io
from datetime import date, timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pypdf import PdfReader
from pytest_django import Settings

from vintner.catalogue.models import Product
from vintner.checkout.tests.facts import half_price
from vintner.customers.models import User
from vintner.money import ZERO, Money
from vintner.order_pages.receipt import line_view
from vintner.orders import notes
from vintner.orders.emails import mailed_link
from vintner.orders.models import Order, OrderLine, Refund
from vintner.orders.ownership import link
from vintner.pricing.models import Promotion
from vintner.testing.builders import make_plan, make_product, make_user, set_stock
from vintner.testing.email_words import words_of
from vintner.testing.provider import DECLINED, THREE_D_SECURE, ProviderDouble
from vintner.testing.shopper import Shopper, only_order
from vintner.testing.written_emails import written_email

pytestmark = pytest.mark.usefixtures("store")
JSON = {"Accept": "application/json"}
PASSWORD = {"account_password": "violet tractor seven moons"}
DEEDS = ("order_cancel", "order_again", "order_account")


def paid(card: str = "pm_good") -> tuple[Shopper, Order]:
    shopper = Shopper(Client()).puts(make_product(name="Quinta do Teste"), 2)
    shopper.pays(card)
    return shopper, only_order()


def receipt(client: Client, order: Order) -> dict[str, object]:
    return dict(client.get(link("order_received", order), headers=JSON).json())


def said(client: Client, order: Order) -> str:
    return str(receipt(client, order)["shared"])


def some_days_later() -> None:
    Order.objects.update(placed_at=timezone.now() - timedelta(days=3))


def test_a_paid_order_says_what_comes_next_and_has_an_invoice(provider: ProviderDouble) -> None:
    shopper, order = paid()
    page = receipt(shopper.client, order)
    assert "jane@example.com" in str(page["next_steps"])
    assert page["invoice_url"] == link("order_invoice", order)
    assert page["again_url"] == link("order_again", order)
    assert (page["pay_url"], page["cancel_url"], page["total_after_refunds"], page["refunds"]) == ("", "", "", [])


def test_the_e_mail_has_the_words_of_the_receipt(provider: ProviderDouble) -> None:
    half_price("payment_method", "stripe")
    Promotion.objects.update(as_discount=True, label="Half price today")
    shopper = Shopper(Client()).puts(make_product(), 2)
    shopper.pays(order_comments="Ring twice")
    order = only_order()
    page = receipt(shopper.client, order)
    mailed = written_email(order=order, kind="processing")
    html = words_of(mailed.html)
    rows = [f"{row['label']}: {row['amount']}" for row in page["rows"]]  # type: ignore[attr-defined]
    assert any(row.startswith("Half price today: −") for row in rows)
    assert any(row.startswith("Shipping (") for row in rows)
    for words in (*rows, "Bill to", "Deliver to", "Your note", "An adult must be there to sign for it."):
        assert words in mailed.text
        assert words.replace(": ", " ") in html
    assert "An adult must be there to sign for it." in str(page["next_steps"])
    assert "Note from the customer" in written_email(order=order, kind="new_order").text


def test_a_failed_order_leads_to_the_payment_and_may_be_cancelled(provider: ProviderDouble) -> None:
    shopper, order = paid(DECLINED)
    page = receipt(shopper.client, order)
    assert page["heading"] == "Your payment did not go through"
    assert str(page["pay_url"]).startswith(f"/checkout/order-pay/{order.pk}/?pay_for_order=true&key=")
    assert page["cancel_url"] == link("order_cancel", order)
    assert (page["invoice_url"], page["again_url"]) == ("", "")


def test_what_went_back_and_what_was_written_stand_on_the_receipt(provider: ProviderDouble) -> None:
    shopper, order = paid()
    asked = Refund.objects.create(order=order, amount=Money(500), key="k")
    Refund.objects.filter(pk=asked.pk).update(state="done", ended_at=timezone.now())
    Refund.objects.create(order=order, amount=Money(100), key="not yet")
    staff = make_user("staff@example.com", is_staff=True)
    notes.add(order, "Packed with care", by=staff, to_customer=True)
    notes.add(order, "Between ourselves", by=staff)
    page = receipt(shopper.client, order)
    assert [row["amount"] for row in page["refunds"]] == ["−$5.00"]  # type: ignore[attr-defined]
    assert page["total_after_refunds"] == (order.total - Money(500)).text
    assert [each["text"] for each in page["updates"]] == ["Packed with care"]  # type: ignore[attr-defined]


def test_no_other_site_is_told_the_address_and_forms_can_still_be_sent(provider: ProviderDouble) -> None:
    """A form of a page under `no-referrer` comes with `Origin: null`, and is refused as forged."""
    shopper, order = paid()
    assert shopper.client.get(link("order_received", order)).headers["Referrer-Policy"] == "same-origin"
    wrong = link("order_received", order).replace(order.key, "wrong")
    assert shopper.client.get(wrong).headers["Referrer-Policy"] == "no-referrer"


# cancelling


@pytest.mark.parametrize("card", [DECLINED, THREE_D_SECURE])
def test_an_unpaid_order_is_cancelled_and_gives_its_bottles_back(provider: ProviderDouble, card: str) -> None:
    shopper, order = paid(card)
    response = shopper.client.post(link("order_cancel", order))
    assert response.headers["Location"] == link("order_received", order)
    assert "Your order was cancelled." in said(shopper.client, order)
    order.refresh_from_db()
    variation = order.lines.get().variation
    assert variation is not None
    assert (order.status, variation.reserved) == ("cancelled", 0)


def test_a_paid_order_is_not_cancelled(provider: ProviderDouble) -> None:
    shopper, order = paid()
    shopper.client.post(link("order_cancel", order))
    assert "can no longer be cancelled" in said(shopper.client, order)
    order.refresh_from_db()
    assert order.status == "processing"


def test_while_the_provider_is_away_nothing_is_cancelled(provider: ProviderDouble) -> None:
    shopper, order = paid(THREE_D_SECURE)
    provider.is_down = True
    shopper.client.post(link("order_cancel", order))
    provider.is_down = False
    assert "nothing was canceled" in said(shopper.client, order)


# buying again


def test_the_same_again_at_today_s_prices(provider: ProviderDouble) -> None:
    shopper, order = paid()
    response = shopper.client.post(link("order_again", order))
    assert response.headers["Location"] == "/cart/"
    page = shopper.client.get("/cart/", headers=JSON).json()
    assert [(line["name"], line["quantity"]) for line in page["contents"]["lines"]] == [("Quinta do Teste", 2)]
    assert "2 bottles of order" in str(page["shared"]["notices"])


def test_what_is_gone_is_told(provider: ProviderDouble) -> None:
    shopper, order = paid()
    variation = order.lines.get().variation
    assert variation is not None
    set_stock(variation, 0)
    shopper.client.post(link("order_again", order))
    page = shopper.client.get("/cart/", headers=JSON).json()
    assert page["contents"]["lines"] == []
    assert page["shared"]["notices"][0]["kind"] == "error"


def test_a_subscription_is_left_out_and_said_so(provider: ProviderDouble) -> None:
    shopper, order = paid()
    plan = make_plan()
    Product.objects.update(plan=plan)
    shopper.client.post(link("order_again", order))
    page = shopper.client.get("/cart/", headers=JSON).json()
    assert page["contents"]["lines"] == []
    (notice,) = page["shared"]["notices"]
    assert notice["text"] == "Subscriptions are left out: “Quinta do Teste”."
    assert notice["link"]["url"] == Product.objects.get().get_absolute_url()


def test_an_order_of_a_subscription_alone_leads_to_its_page_and_is_not_bought_again(provider: ProviderDouble) -> None:
    shopper, order = paid()
    Product.objects.update(plan=make_plan())
    page = receipt(shopper.client, order)
    assert page["again_url"] == ""
    assert Product.objects.get().get_absolute_url() in str(page["lines"])


# an account


def test_one_step_makes_an_account_with_the_order_in_it(provider: ProviderDouble) -> None:
    shopper, order = paid()
    offer = receipt(shopper.client, order)["account"]
    assert isinstance(offer, dict)
    assert (offer["email"], offer["action"]) == ("jane@example.com", link("order_account", order))
    response = shopper.client.post(link("order_account", order), PASSWORD)
    assert response.headers["Location"] == link("order_received", order)
    order.refresh_from_db()
    user = User.objects.get(email="jane@example.com")
    assert (order.user, user.first_name, user.check_password(PASSWORD["account_password"])) == (user, "Jane", True)
    page = receipt(shopper.client, order)
    assert (page["account"], page["account_url"]) == (None, "/my-source/")
    assert "Your account is there" in str(page["shared"])
    assert Client().get(link("order_received", order)).status_code == 302


def test_a_weak_password_is_refused_beside_its_field(provider: ProviderDouble) -> None:
    shopper, order = paid()
    page = shopper.client.post(link("order_account", order), {"account_password": "short"}, headers=JSON).json()
    assert "Please enter a stronger password." in page["account"]["password"]["error"]
    assert not User.objects.exists()


def test_who_has_an_account_is_told_to_log_in_and_tries_are_counted(
    provider: ProviderDouble, settings: Settings
) -> None:
    settings.LIMITS = {**settings.LIMITS, "taken_emails": (1, 3600)}
    make_user("jane@example.com")
    shopper, order = paid()
    for words in ("There is an account with this email address already", "Too many tries"):
        page = shopper.client.post(link("order_account", order), PASSWORD, headers=JSON).json()
        assert words in page["account"]["password"]["error"]
    order.refresh_from_db()
    assert order.user is None


def test_a_key_that_was_passed_on_gives_no_account(provider: ProviderDouble) -> None:
    _, order = paid()
    friend = Client()
    assert receipt(friend, order)["account"] is None
    friend.post(link("order_account", order), PASSWORD)
    assert not User.objects.exists()
    some_days_later()
    friend.post(link("order_received", order), {"email": "jane@example.com"})
    assert (receipt(friend, order)["number"], receipt(friend, order)["account"]) == (order.number, None)
    friend.post(link("order_account", order), PASSWORD)
    assert not User.objects.exists()


def test_the_cart_s_browser_claims_its_own_orders_only(provider: ProviderDouble) -> None:
    Shopper(Client()).puts(make_product()).pays()
    earlier = only_order()
    shopper = Shopper(Client()).puts(make_product())
    shopper.pays()
    mine = Order.objects.latest("id")
    shopper.client.post(link("order_account", mine), PASSWORD)
    mine.refresh_from_db()
    earlier.refresh_from_db()
    assert (mine.user is not None, earlier.user) == (True, None)


def test_who_reads_the_mail_claims_all_orders_of_the_address(provider: ProviderDouble) -> None:
    Shopper(Client()).puts(make_product()).pays()
    earlier = only_order()
    Shopper(Client()).puts(make_product()).pays(billing_email="other@example.com")
    strange = Order.objects.latest("id")
    Shopper(Client()).puts(make_product()).pays()
    order = Order.objects.latest("id")
    mailed_link.send(order.number, order.email)
    path = order.emails.get(kind="link").text.split("8000")[1].split()[0]
    reader = Client()
    reader.get(path)
    assert receipt(reader, order)["account"] is not None
    reader.post(link("order_account", order), PASSWORD)
    for each in (earlier, order, strange):
        each.refresh_from_db()
    assert earlier.user == order.user is not None
    assert strange.user is None


def test_what_is_not_paid_has_its_payment_to_think_of(provider: ProviderDouble) -> None:
    shopper, order = paid(DECLINED)
    assert receipt(shopper.client, order)["account"] is None
    shopper.client.post(link("order_account", order), PASSWORD)
    assert not User.objects.exists()


def test_who_is_logged_in_gets_no_second_account(provider: ProviderDouble) -> None:
    shopper, order = paid()
    shopper.client.force_login(make_user("other@example.com"))
    assert receipt(shopper.client, order)["account"] is None
    shopper.client.post(link("order_account", order), PASSWORD)
    order.refresh_from_db()
    assert (order.user, User.objects.count()) == (None, 1)


# who may; who may not: tests/attack/test_04_other_orders.py


@pytest.mark.parametrize("name", DEEDS)
def test_deeds_need_the_page_s_token_and_a_post(provider: ProviderDouble, name: str) -> None:
    shopper, order = paid(DECLINED)
    shopper.client.handler.enforce_csrf_checks = True
    assert shopper.client.post(link(name, order), PASSWORD).status_code == 403
    assert shopper.client.get(link(name, order)).status_code == 405


def test_the_invoice_is_a_paper_of_what_was_paid(provider: ProviderDouble) -> None:
    shopper, order = paid()
    response = shopper.client.get(link("order_invoice", order))
    assert response.headers["Content-Type"] == "application/pdf"
    assert f"invoice-{order.number}.pdf" in response.headers["Content-Disposition"]
    assert "no-store" in response.headers["Cache-Control"]
    text = PdfReader(io.BytesIO(response.content)).pages[0].extract_text()
    assert "Quinta do Teste" in text
    assert order.total.text in text
    some_days_later()
    assert Client().get(link("order_invoice", order)).headers["Location"] == link("order_received", order)


def test_there_is_no_invoice_before_the_payment(provider: ProviderDouble) -> None:
    shopper, order = paid(DECLINED)
    assert shopper.client.get(link("order_invoice", order)).status_code == 404


def test_the_customer_needs_no_key(provider: ProviderDouble) -> None:
    shopper = Shopper(Client())
    shopper.client.force_login(make_user())
    shopper.puts(make_product()).pays()
    path = f"/checkout/order-received/{only_order().pk}/invoice.pdf"
    assert shopper.client.get(path).status_code == 200
    assert Client().get(path).status_code == 404


def test_the_next_steps_say_when_the_wine_arrives(provider: ProviderDouble) -> None:
    shopper, order = paid()
    Order.objects.update(carrier="FedEx Ground", arrives_from=date(2026, 12, 3), arrives_to=date(2026, 12, 7))
    steps = receipt(shopper.client, order)["next_steps"]
    assert "FedEx Ground, arrives Thu–Mon, Dec 3–7." in steps  # type: ignore[operator]


def test_a_box_says_how_many_bottles_it_holds_and_a_gift_set_does_not(provider: ProviderDouble) -> None:
    boxed = OrderLine(product_id=1, name="Club", bottles_each=3, quantity=1, subtotal=ZERO, regular_unit_price=ZERO)
    assert line_view(boxed).details == "Box of 3 bottles"
    boxed.options = "1 × Merlot 2020; 2 × Malbec 2021"
    assert line_view(boxed).details == boxed.options


def test_what_a_promotion_gives_is_free_and_not_zero(provider: ProviderDouble) -> None:
    price = Money(2000)
    given = OrderLine(product_id=1, name="Gift", quantity=1, subtotal=ZERO, regular_unit_price=price, given=True)
    assert (line_view(given).unit_price, line_view(given).subtotal) == ("Free", "Free")
    given.given = False
    assert line_view(given).subtotal == "$0.00"
