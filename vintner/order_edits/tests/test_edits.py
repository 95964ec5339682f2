"""Staff changes orders that are not paid, through the admin; what it costs is quoted, and the customer pays that."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from vintner.catalogue.models import Product
from vintner.checkout.tests.facts import SAID, half_price
from vintner.money import Money
from vintner.order_edits import edits
from vintner.order_edits.forms import EditForm
from vintner.order_edits.tests.edit_form import change_order, choose_bottles, find_edit_url, read_fields
from vintner.orders.invariants import audit
from vintner.orders.models import Email, Order, OrderEdit, StockReservation
from vintner.payments import jobs
from vintner.payments.attempts.pay_again import pay_again
from vintner.payments.attempts.payment_input import PaymentInput
from vintner.payments.attempts.start_payment import start_payment
from vintner.payments.models import Payment
from vintner.pricing.models import Coupon
from vintner.shipping.models import Sent
from vintner.testing.builders import make_product, make_user, only_variation
from vintner.testing.provider import DECLINED, GOOD, THREE_D_SECURE, ProviderDouble
from vintner.testing.shopper import Shopper, attempts, only_order
from vintner.testing.store import open_store

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _store() -> None:
    open_store()


@pytest.fixture
def provider(monkeypatch: pytest.MonkeyPatch) -> ProviderDouble:
    double = ProviderDouble()
    monkeypatch.setattr("vintner.payments.provider._gateway", lambda access: double)
    return double


def counts(wine: Product) -> tuple[int, int]:
    return only_variation(wine).on_hand, only_variation(wine).reserved


@pytest.mark.parametrize("card", [DECLINED, THREE_D_SECURE], ids=["failed", "pending"])
def test_a_changed_order_costs_the_new_quote_and_is_paid_once(
    staff: Client, provider: ProviderDouble, card: str
) -> None:
    wine, other = make_product(stock=9), make_product(price="30.00", stock=4)
    Shopper().puts(wine, 2).pays(card)
    before = only_order()
    assert change_order(staff, **choose_bottles(wine, 1), **choose_bottles(other, 3)).status_code == 302
    order = only_order()
    assert [(line.product_id, line.quantity) for line in order.lines.all()] == [(wine.pk, 1), (other.pk, 3)]
    assert (order.status, order.subtotal, order.key, order.placed_at) == (
        "pending",
        Money(11000),
        before.key,
        before.placed_at,
    )
    assert (counts(wine), counts(other)) == ((9, 1), (4, 3))
    assert len(attempts(order)) == 1
    assert Payment.objects.get().closed_at is not None
    assert f"order-pay/{order.pk}/?pay_for_order=true" in Email.objects.get(kind="details").text
    assert Sent.objects.filter(order=order, taken_back_at=None).count() == 2
    assert audit() == []
    payment = pay_again(order.pk, PaymentInput(GOOD), timezone.now())
    assert start_payment(payment.pk).payment.status == "succeeded"
    assert (only_order().status, provider.ledger[order.pk]) == ("processing", [order.total])
    assert (counts(wine), counts(other), audit()) == ((8, 0), (1, 0), [])


@pytest.mark.parametrize("fact", SAID)
def test_a_changed_order_keeps_what_its_customer_s_way_to_pay_earned(
    staff: Client, provider: ProviderDouble, settings: Settings, fact: str
) -> None:
    settings.PAYMENT_TYPES = ["card", "link"]
    half_price(fact)
    wine = make_product(price="20.00", stock=9)
    Shopper().puts(wine, 2).pays(DECLINED, **SAID[fact])
    assert only_order().subtotal == Money(2000)
    assert change_order(staff, **choose_bottles(wine, 1)).status_code == 302
    assert only_order().subtotal == Money(1000)


def test_the_history_says_who_changed_what(staff: Client, provider: ProviderDouble) -> None:
    wine = make_product(name="Old Rioja", stock=9)
    Shopper().puts(wine, 2).pays(DECLINED)
    before = only_order()
    change_order(staff, **choose_bottles(wine, 3), billing_address_1="2 Main St")
    note, edit = only_order().events.latest("id"), OrderEdit.objects.get()
    assert note.by == edit.by
    assert "Old Rioja: 2 → 3" in note.note
    assert f"Total: {before.total} → {only_order().total}" in note.note
    assert "2 Main St" in note.note
    assert (edit.was["lines"][0]["quantity"], edit.seal_before) == (2, before.seal)
    assert edit.seal_after == only_order().seal != before.seal
    assert "Old Rioja: 2 → 3" in staff.get(f"/admin/orders/order/{before.pk}/change/").content.decode()


def test_nobody_is_charged_the_old_total(staff: Client, provider: ProviderDouble) -> None:
    """The bank's question is open when the order changes: it is withdrawn first, and that does not end the order."""
    wine = make_product(stock=9)
    Shopper().puts(wine, 1).pays(THREE_D_SECURE)
    change_order(staff, **choose_bottles(wine, 2))
    assert provider.intents["pi_1"].status == "canceled"
    jobs.reconcile(0)
    assert (only_order().status, attempts(only_order())) == ("pending", ["cancelled"])


def test_an_order_that_was_paid_meanwhile_is_not_changed(staff: Client, provider: ProviderDouble) -> None:
    wine = make_product(stock=9)
    Shopper().puts(wine, 1).pays(THREE_D_SECURE)
    provider.confirm("pi_1")
    page = change_order(staff, **choose_bottles(wine, 2))
    assert "has come, or is about to" in page.content.decode()
    assert (only_order().status, only_order().lines.get().quantity, OrderEdit.objects.count()) == ("processing", 1, 0)
    assert "Only an order that is not paid" in staff.get(find_edit_url()).content.decode()


def test_without_an_answer_of_the_card_service_nothing_changes(staff: Client, provider: ProviderDouble) -> None:
    wine = make_product(stock=9)
    Shopper().puts(wine, 1).pays(THREE_D_SECURE)
    provider.is_down = True
    assert "did not answer" in change_order(staff, **choose_bottles(wine, 2)).content.decode()
    assert (only_order().lines.get().quantity, counts(wine)) == (1, (9, 1))


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"bottles": "9"}, "We have only 5"),
        ({"bottles": "0"}, "An order has at least one bottle"),
        ({"bottles": "-1"}, "cannot be below zero"),
        ({"billing_postcode": "nowhere"}, "should look like 94110"),
        ({"billing_email": "jane"}, "should look like name@example.com"),
        ({"billing_state": "UT", "billing_postcode": "84101"}, "Utah"),
    ],
    ids=["too many", "nothing", "below zero", "postcode", "email", "no wine there"],
)
def test_what_cannot_be_is_refused_in_words(
    staff: Client, provider: ProviderDouble, fields: dict[str, str], words: str
) -> None:
    wine = make_product(stock=5)
    Shopper().puts(wine, 1).pays(DECLINED)
    changed = {(f"bottles_{only_variation(wine).pk}" if name == "bottles" else name): v for name, v in fields.items()}
    filled = {**read_fields(staff.get(find_edit_url())), **changed}  # type: ignore[arg-type]
    assert words in staff.post(find_edit_url(), {**filled, "do": "save"}).content.decode()
    assert (only_order().lines.get().quantity, OrderEdit.objects.count(), counts(wine)) == (1, 0, (5, 1))


@pytest.mark.parametrize("typed", ["-1", "a few"])
@pytest.mark.parametrize("do", ["price", "save"])
def test_a_problem_stands_at_its_input_and_keeps_what_was_typed(
    staff: Client, provider: ProviderDouble, typed: str, do: str
) -> None:
    first, second = make_product(stock=5), make_product(stock=5)
    Shopper().puts(first, 1).puts(second, 1).pays(DECLINED)
    wrong, right = f"bottles_{only_variation(first).pk}", f"bottles_{only_variation(second).pk}"
    before = read_fields(staff.get(find_edit_url()))  # type: ignore[arg-type]
    filled = {**before, wrong: typed, right: "4", "billing_postcode": "nowhere", "order_comments": "Ring twice"}
    page = staff.post(find_edit_url(), {**filled, "do": do})
    html = page.content.decode()
    assert f'name="{wrong}" value="{typed}" min="0" max="999"' in html
    assert f'aria-invalid="true" aria-describedby="{wrong}-problem"' in html
    assert html.count(f'id="{wrong}-problem"') == 1
    assert f'name="{right}" value="4"' in html
    form = page.context["form"]
    assert [form[name].value() for name in ("billing_postcode", "order_comments")] == ["nowhere", "Ring twice"]
    assert "should look like 94110" in str(form["billing_postcode"].errors)
    assert html.count("should look like 94110") == 1
    assert page.context["problems"] == []
    assert f'<option value="{before["shipping_rate"]}" selected>' in html


def test_a_price_that_staff_has_not_seen_is_shown_first(staff: Client, provider: ProviderDouble) -> None:
    wine = make_product(stock=5)
    Shopper().puts(wine, 1).pays(DECLINED)
    filled = {**read_fields(staff.get(find_edit_url())), **choose_bottles(wine, 2)}  # type: ignore[arg-type]
    page = staff.post(find_edit_url(), {**filled, "do": "save"})
    assert "now. Please look at it" in page.content.decode()
    assert OrderEdit.objects.count() == 0
    assert staff.post(find_edit_url(), {**read_fields(page), "do": "save"}).status_code == 302  # type: ignore[arg-type]


def test_staff_changes_the_message_of_a_gift_and_other_edits_keep_it(staff: Client, provider: ProviderDouble) -> None:
    wine = make_product(stock=5)
    Shopper().puts(wine, 1).pays(DECLINED, is_gift="1", gift_message="Happy birthday!\nAna", gift_without_prices="1")
    change_order(staff, **choose_bottles(wine, 2))
    order = only_order()
    assert (order.is_gift, order.gift_message, order.gift_without_prices) == (True, "Happy birthday!\nAna", True)
    change_order(staff, gift_message="Happy new year!")
    assert only_order().gift_message == "Happy new year!"
    filled = {**read_fields(staff.get(find_edit_url())), "gift_message": "x" * 301, "do": "save"}  # type: ignore[arg-type]
    assert "Gift message is too long: at most 300 characters." in staff.post(find_edit_url(), filled).content.decode()
    assert only_order().gift_message == "Happy new year!"


def test_two_people_do_not_change_it_at_once(staff: Client, provider: ProviderDouble) -> None:
    wine = make_product(stock=5)
    Shopper().puts(wine, 1).pays(DECLINED)
    old = read_fields(staff.get(find_edit_url()))  # type: ignore[arg-type]
    change_order(staff, customer_note="x", order_comments="Ring once")
    change_order(staff, **choose_bottles(wine, 2))
    change_order(staff, **choose_bottles(wine, 1))
    assert "has changed since you opened it" in staff.post(find_edit_url(), {**old, "do": "save"}).content.decode()


def test_coupons_stay_while_they_can_and_are_given_back_otherwise(staff: Client, provider: ProviderDouble) -> None:
    wine = make_product(stock=9)
    coupon = Coupon.objects.create(code="ten", kind="percent", amount=10, minimum=Money(3000), usage_limit=1)
    shopper = Shopper().puts(wine, 2)
    shopper.cart.coupons.create(coupon=coupon)
    shopper.pays(DECLINED)
    change_order(staff, **choose_bottles(wine, 3))
    assert (only_order().discount, only_order().redemptions.get().code) == (Money(600), "ten")
    fields = read_fields(staff.get(find_edit_url()))  # type: ignore[arg-type]
    page = staff.post(find_edit_url(), {**fields, **choose_bottles(wine, 1), "do": "price"})
    assert "ten" in page.content.decode()
    change_order(staff, **choose_bottles(wine, 1))
    coupon.refresh_from_db()
    assert (only_order().discount, only_order().redemptions.count(), coupon.count.used) == (Money(0), 0, 0)
    assert audit() == []


def test_bottles_are_held_as_long_as_staff_says(staff: Client, provider: ProviderDouble) -> None:
    Shopper().puts(make_product(stock=9)).pays(DECLINED)
    change_order(staff, hold_for="72")
    left = StockReservation.objects.get().expires_at - timezone.now()
    assert timedelta(hours=71) < left <= timedelta(hours=72)
    pay_again(only_order().pk, PaymentInput(THREE_D_SECURE), timezone.now())
    assert StockReservation.objects.get().expires_at - timezone.now() > timedelta(hours=71)


def test_the_customer_is_only_told_when_staff_wants_it(staff: Client, provider: ProviderDouble) -> None:
    Shopper().puts(make_product(stock=9)).pays(DECLINED)
    filled = read_fields(staff.get(find_edit_url()))  # type: ignore[arg-type]
    filled.pop("tell")
    assert staff.post(find_edit_url(), {**filled, "do": "save"}).status_code == 302
    assert not Email.objects.filter(kind="details").exists()


def test_a_wine_is_found_by_name_or_sku(staff: Client, provider: ProviderDouble) -> None:
    Shopper().puts(make_product()).pays(DECLINED)
    wine = make_product(name="Blue Heron Riesling", sku="BHR-1")
    for words in ("heron", "bhr", "riesling blue"):
        page = staff.post(find_edit_url(), {**read_fields(staff.get(find_edit_url())), "find": words, "do": "find"})  # type: ignore[arg-type]
        assert f'name="bottles_{only_variation(wine).pk}"' in page.content.decode()
    added = {**read_fields(staff.get(find_edit_url())), **choose_bottles(wine, 2), "find": "heron"}  # type: ignore[arg-type]
    for looked_for in ("", "heron"):
        page = staff.post(find_edit_url(), {**added, "do": "price", "sought": looked_for})
        assert page.content.decode().count(f'name="bottles_{only_variation(wine).pk}"') == 1
    assert staff.post(find_edit_url(), {**read_fields(page), "do": "save"}).status_code == 302  # type: ignore[arg-type]
    assert only_order().lines.get(product_id=wine.pk).quantity == 2
    Order.objects.update(status="failed")
    assert "No wine is called" in staff.post(find_edit_url(), {"find": "zzz", "do": "find"}).content.decode()


def test_only_who_may_change_orders_may_edit_them(client: Client, provider: ProviderDouble) -> None:
    Shopper().puts(make_product()).pays(DECLINED)
    client.force_login(make_user(is_staff=True))
    assert client.get(find_edit_url()).status_code in {302, 403}
    assert client.post(find_edit_url(), {"do": "save"}).status_code in {302, 403}


def test_a_shopper_who_begins_to_pay_wins(
    staff: Client, provider: ProviderDouble, monkeypatch: pytest.MonkeyPatch
) -> None:
    wine = make_product(stock=9)
    Shopper().puts(wine).pays(DECLINED)

    def pay_at_that_moment(order_id: int, now: object) -> None:
        pay_again(order_id, PaymentInput(GOOD), timezone.now())

    monkeypatch.setattr(edits, "give_up_attempts", pay_at_that_moment)
    assert "just begun to pay" in change_order(staff, **choose_bottles(wine, 2)).content.decode()
    assert only_order().lines.get().quantity == 1


def refused(sql: str) -> bool:
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(sql.replace("ORDER", str(Order.objects.values_list("pk", flat=True).get())))
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    except IntegrityError:
        return True
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")
    return False


OPEN = "INSERT INTO orders_orderedit (order_id, at, was, seal_before, seal_after) VALUES (ORDER, now(), '{}', '', '');"


def test_the_database_opens_only_what_is_unpaid_and_closes_it_again(provider: ProviderDouble) -> None:
    Shopper().puts(make_product()).pays(DECLINED)
    Payment.objects.update(closed_at=timezone.now())
    more = "UPDATE orders_orderline SET quantity = quantity + 1;"
    close = "UPDATE orders_orderedit SET closed_at = now();"
    assert refused(more)
    assert refused(f"{OPEN} {more}")  # left open
    assert refused(f"{OPEN} {close} {more}")  # closed before
    assert not refused(f"{OPEN} {more} {close}")
    assert refused("UPDATE orders_orderedit SET was = '{}', by_id = NULL")
    assert refused("DELETE FROM orders_orderedit")
    key = "UPDATE orders_order SET key = 'other';"
    assert refused(f"{OPEN} {key} {close}")
    Payment.objects.update(closed_at=None)
    assert refused(f"{OPEN} {close}")  # somebody may be paying it
    Payment.objects.update(closed_at=timezone.now())
    Order.objects.update(status="processing")
    assert refused(f"{OPEN} {close}")


def test_the_sheet_is_the_same_as_placing_it(provider: ProviderDouble) -> None:
    """Unchanged, an order costs what it cost: the same rules made both."""
    wine = make_product(stock=9)
    Shopper().puts(wine, 2).pays(DECLINED)
    order = only_order()
    wanted = EditForm(order, None).read_change()
    shown_again = edits.quote_change(order, wanted, timezone.now())
    assert shown_again.quote.total == order.total
    assert wanted.quantities == {only_variation(wine).pk: 2}


def test_a_search_leaves_out_what_no_text_can_hold(staff: Client, provider: ProviderDouble) -> None:
    Shopper().puts(make_product(stock=9)).pays(DECLINED)
    assert staff.post(find_edit_url(), {"do": "find", "find": "a\x00b"}).status_code == 200
    assert staff.post(find_edit_url(), {"do": "find", "find": "ab"}).status_code == 200
