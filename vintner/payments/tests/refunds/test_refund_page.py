"""Staff sees what a refund comes to before it is sent, and exactly that is sent."""

import re
from collections.abc import Callable

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from vintner.checkout.tests.placing.at_once import run_at_once
from vintner.customers.models import User
from vintner.money import Money
from vintner.orders import orders
from vintner.orders.models import Email, Order, Refund
from vintner.orders.refundable import NewRefund
from vintner.payments import refunds
from vintner.payments.models import Case, Payment
from vintner.refusal import Refusal
from vintner.testing.builders import make_product, make_user, only_variation
from vintner.testing.email_words import words_of
from vintner.testing.html_forms import Fields, read_form
from vintner.testing.orders import new_order
from vintner.testing.provider import ProviderDouble
from vintner.testing.shopper import Shopper, only_order
from vintner.testing.store import open_store
from vintner.web.dates import day_in_words

FORM = "refund-form"


def staff_client(email: str = "manager@example.com") -> Client:
    client = Client()
    client.force_login(make_user(email, is_staff=True, is_superuser=True))
    return client


@pytest.fixture
def staff(store: None) -> Client:
    return staff_client()


@pytest.fixture
def order(store: None, provider: ProviderDouble) -> Order:
    """Two bottles at $20.00, delivery $10.00, tax of 7.25 % on both: $53.63, paid with Visa 4242."""
    Shopper().puts(make_product(stock=9), 2).pays()
    return only_order()


def page(order: Order) -> str:
    return f"/admin/orders/order/{order.pk}/refund/"


def open_form(staff: Client, order: Order) -> Fields:
    return read_form(staff.get(page(order)).content.decode(), FORM)


def press(staff: Client, order: Order, fields: Fields, do: str, **typed: str) -> str:
    """Press a button of the form and return the page that follows."""
    sent = {**fields, **{name: [value] for name, value in typed.items()}, "do": [do]}
    return staff.post(page(order), sent, follow=True).content.decode()


def text_of(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", html))


def bottles(order: Order) -> str:
    return f"line_{order.lines.get().pk}"


def test_the_review_states_the_sum_and_sends_nothing(staff: Client, order: Order, provider: ProviderDouble) -> None:
    html = press(staff, order, open_form(staff, order), "review", **{bottles(order): "1", "delivery": "on"})
    card = Payment.objects.get().card
    words = f"You are about to refund $32.18 (wine $20.00, tax $2.18, delivery $10.00) to {card}."
    assert words in text_of(html)
    assert card
    assert not Refund.objects.exists()
    assert provider.refunds == []


def test_what_was_reviewed_is_sent_once_however_often_it_is_posted(
    staff: Client, order: Order, provider: ProviderDouble
) -> None:
    wine = only_variation(order.lines.get().variation.product)  # type: ignore[union-attr]
    typed = {bottles(order): "1", "delivery": "on", "restock": "on", "reason": "corked"}
    review = press(staff, order, open_form(staff, order), "review", **typed)
    for _ in range(2):
        assert "$32.18 refunded." in press(staff, order, read_form(review, FORM), "send")
    made = Refund.objects.get()
    assert (made.amount, made.delivery, made.delivery_tax) == (Money(3218), Money(1000), Money(73))
    assert [each.amount for each in provider.refunds] == [Money(3218)]
    assert (made.reason, made.restock, only_variation(wine.product).on_hand) == ("corked", True, 8)
    assert "Delivery: $10.00 and $0.73 tax" in Email.objects.get(kind="partly_refunded").text


def test_the_email_about_a_part_says_what_remains_paid(order: Order) -> None:
    by = make_user("ann@example.com", is_staff=True)
    for cents in (500, 1000):
        refunds.refund(order.pk, NewRefund(amount=Money(cents)), by=by)
    day = day_in_words(timezone.localdate())
    first, second = Email.objects.filter(kind="partly_refunded").order_by("pk")
    once = f"Total: $53.63 Refunded on {day}: −$5.00 Total after refunds: $48.63"
    twice = f"Total: $53.63 Refunded on {day}: −$5.00 Refunded on {day}: −$10.00 Total after refunds: $38.63"
    for email, words in ((first, once), (second, twice)):
        assert words in text_of(email.text)
        assert words.replace(": ", " ") in words_of(email.html)


def test_the_order_lists_its_refunds_beside_its_payments(staff: Client, order: Order, provider: ProviderDouble) -> None:
    by = make_user("ann@example.com", is_staff=True, first_name="Ann", last_name="Lee")
    refunds.refund(order.pk, NewRefund(amount=Money(500), reason="A cork was bad."), by=by)
    refunds.refund(order.pk, NewRefund(amount=Money(700)), by=by, by_hand=True)
    html = staff.get(f"/admin/orders/order/{order.pk}/change/").content.decode()
    assert re.search(r"Total after refunds<[^$]*\$41\.63", html)
    box = html[html.index('id="order-payments"') : html.index('id="order-status"')]
    rows = [text_of(row).strip() for row in re.findall(r"<tr>.*?</tr>", box[box.index(">To<") :], re.DOTALL)]
    by_hand, to_card = [row for row in rows if "Done" in row]
    assert "Ann Lee" in by_hand
    assert by_hand.endswith("By hand $7.00")
    assert "A cork was bad." in to_card
    assert to_card.endswith(f"Visa •••• 4242{Refund.objects.first().provider_id} $5.00")  # type: ignore[union-attr]


def test_an_order_paid_otherwise_lists_its_refunds_too(staff: Client) -> None:
    paid = orders.create(new_order())
    orders.mark_paid(paid, "Paid in the shop.")
    refunds.refund(paid.pk, NewRefund(amount=Money(500)), by=make_user(is_staff=True), by_hand=True)
    assert "By hand" in staff.get(f"/admin/orders/order/{paid.pk}/change/").content.decode()


def test_when_the_card_service_does_not_answer_staff_is_told_that_it_goes_on(
    staff: Client, order: Order, provider: ProviderDouble
) -> None:
    provider.refund_faults = ["after"]
    review = press(staff, order, open_form(staff, order), "review", amount="1")
    assert "taken up again" in press(staff, order, read_form(review, FORM), "send")
    made = Refund.objects.get()
    assert (made.state, made.by) == ("requested", User.objects.get(email="manager@example.com"))


def test_everything_is_one_press(staff: Client, order: Order, provider: ProviderDouble) -> None:
    review = press(staff, order, open_form(staff, order), "everything")
    assert f"You are about to refund {order.total} (wine $40.00, tax $3.63, delivery $10.00)" in text_of(review)
    press(staff, order, read_form(review, FORM), "send")
    assert [each.amount for each in provider.refunds] == [order.total]
    assert only_order().status == "refunded"


def test_everything_is_what_is_left(staff: Client, order: Order, provider: ProviderDouble) -> None:
    refunds.refund(order.pk, NewRefund(amount=Money(500)), by=make_user(is_staff=True))
    review = press(staff, order, open_form(staff, order), "everything")
    assert f"You are about to refund {order.total - Money(500)} " in text_of(review)
    press(staff, order, read_form(review, FORM), "send")
    assert Money.total(each.amount for each in provider.refunds) == order.total


def test_the_sum_is_worked_out_while_the_form_is_filled_in(staff: Client, order: Order) -> None:
    fields = open_form(staff, order)
    total = re.compile(r'id="refund-sum".*?Goes back</dt><dd>([^<]+)', re.DOTALL)
    for typed, wanted in (
        ({bottles(order): "1"}, "$21.45"),
        ({bottles(order): "2"}, "$42.90"),
        ({"delivery": "on"}, "$10.73"),
        ({bottles(order): "1", "amount": "30"}, "$30.00"),
    ):
        found = total.search(press(staff, order, fields, "sum", **typed))
        assert found is not None
        assert found[1] == wanted
    assert not Refund.objects.exists()


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"line": "3"}, "At most 2 can still be refunded."),
        ({"line": "-1"}, "greater than or equal to 0"),
        ({"line": "two"}, "Enter a whole number."),
        ({}, "Choose bottles, the delivery or an amount."),
        ({"amount": "99999"}, "At most $53.63 can be refunded."),
        ({"amount": "0"}, "At most $53.63 can be refunded."),
        ({"amount": "-1"}, "Enter an amount of 0 or more."),
        ({"amount": "x"}, "Enter a number."),
        ({"line": "2", "amount": "5"}, "The parts add up to more than the refund."),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
@pytest.mark.parametrize("do", ["review", "send"])
def test_what_can_not_be_refunded_is_said_and_nothing_typed_is_lost(
    staff: Client, order: Order, typed: dict[str, str], words: str, do: str
) -> None:
    named = {bottles(order) if name == "line" else name: value for name, value in typed.items()}
    html = press(staff, order, open_form(staff, order), do, reason="corked", restock="on", seen="1", **named)
    assert words in html
    kept = read_form(html, FORM)
    assert {name: kept[name] for name in ("reason", "restock", *named)} == {
        "reason": ["corked"],
        "restock": ["on"],
        **{name: [value] for name, value in named.items()},
    }
    assert not Refund.objects.exists()


def test_an_error_is_tied_to_its_input(staff: Client, order: Order) -> None:
    html = press(staff, order, open_form(staff, order), "review", **{bottles(order): "3"})
    box = re.search(rf'<input[^>]*name="{bottles(order)}"[^>]*>', html)
    assert box is not None
    assert 'aria-invalid="true"' in box[0]
    described = re.search(r'aria-describedby="([^"]+)"', box[0])
    assert described is not None
    assert f'id="{described[1]}">At most 2 can still be refunded.' in html


def test_a_refund_that_another_has_made_meanwhile_is_not_made_again(
    staff: Client, order: Order, provider: ProviderDouble
) -> None:
    fields = open_form(staff, order)
    everything = press(staff, order, fields, "everything")
    line = press(staff, order, fields, "review", **{bottles(order): "2"})
    other = staff_client("other@example.com")
    press(other, order, read_form(press(other, order, open_form(other, order), "everything"), FORM), "send")
    for review in (everything, line):
        html = press(staff, order, read_form(review, FORM), "send")
        assert "All of these are refunded already." in html
    assert [each.amount for each in provider.refunds] == [order.total]


def test_another_sum_than_the_one_shown_is_shown_again(staff: Client, order: Order, provider: ProviderDouble) -> None:
    """The price of the last bottle has a cent that the first has not; less than the sum may be left."""
    review = press(staff, order, open_form(staff, order), "review", **{bottles(order): "2", "delivery": "on"})
    refunds.refund(order.pk, NewRefund(amount=Money(500)), by=make_user(is_staff=True))
    again = press(staff, order, read_form(review, FORM), "send")
    assert "The order has changed meanwhile: it is $48.63 now." in again
    assert len(provider.refunds) == 1
    press(staff, order, read_form(again, FORM), "send")
    assert Money.total(each.amount for each in provider.refunds) == order.total


def test_the_form_can_be_changed_after_the_review(staff: Client, order: Order) -> None:
    review = press(staff, order, open_form(staff, order), "review", **{bottles(order): "1", "restock": "on"})
    kept = read_form(press(staff, order, read_form(review, FORM), "change"), FORM)
    assert (kept[bottles(order)], kept["restock"], "delivery" in kept) == (["1"], ["on"], False)


def test_what_was_paid_otherwise_is_said_to_go_back_by_hand(staff: Client, order: Order) -> None:
    html = press(staff, order, open_form(staff, order), "review", amount="5", by_hand="on")
    assert "(for nothing in particular $5.00) by hand" in text_of(html)


def test_the_delivery_goes_back_once(order: Order) -> None:
    by = make_user(is_staff=True)
    new = NewRefund(amount=Money(1073), delivery=Money(1000), delivery_tax=Money(73))
    intent = str(Payment.objects.get().intent_id)
    with pytest.raises(IntegrityError, match="refund_of_delivery_within_refund"), transaction.atomic():
        Refund.objects.create(order=order, amount=Money(1), delivery=Money(2), key="y", intent_id=intent)
    refunds.refund(order.pk, new, by=by)
    with pytest.raises(Refusal) as refusal:
        refunds.refund(order.pk, new, by=by)
    assert (refusal.value.field, Refund.objects.count()) == ("delivery", 1)
    with pytest.raises(IntegrityError, match="for its delivery"), transaction.atomic():
        Refund.objects.create(order=order, amount=Money(1), delivery=Money(1), key="x", intent_id=intent)
    with pytest.raises(IntegrityError, match="does not change like this"), transaction.atomic():
        Refund.objects.update(delivery=Money(0))


@pytest.mark.parametrize(
    ("cents", "filters", "told"),
    [(0, "", "Paid"), (500, "partly", "Partly refunded"), (5363, "whole", "Refunded")],
    ids=["nothing", "partly", "whole"],
)
def test_the_list_tells_what_went_back(staff: Client, order: Order, cents: int, filters: str, told: str) -> None:
    if cents:
        refunds.refund(order.pk, NewRefund(amount=Money(cents)), by=make_user(is_staff=True))
    rows = staff.get("/admin/orders/order/").content.decode()
    row = rows[rows.index(f"/admin/orders/order/{order.pk}/change/") :].partition("</tr>")[0]
    assert re.search(rf">\s*{told}\s*<", row[row.index("field-payment") :])
    for value in ("partly", "whole", "waiting", "failed"):
        listed = f"/order/{order.pk}/change/" in staff.get(f"/admin/orders/order/?refund={value}").content.decode()
        assert listed == (value == filters), value


@pytest.mark.parametrize("state", ["waiting", "failed"])
def test_refunds_without_money_are_found(staff: Client, order: Order, provider: ProviderDouble, state: str) -> None:
    asked = Refund.objects.create(
        order=order, amount=Money(500), key="x", intent_id=str(Payment.objects.get().intent_id)
    )
    if state == "failed":
        Refund.objects.filter(pk=asked.pk).update(state=Refund.State.FAILED)
    for value in ("partly", "whole", "waiting", "failed"):
        listed = f"/order/{order.pk}/change/" in staff.get(f"/admin/orders/order/?refund={value}").content.decode()
        assert listed == (value == state), value


def test_more_lines_make_no_more_queries(staff: Client, provider: ProviderDouble) -> None:
    counts = []
    for number in (1, 3):
        shopper = Shopper()
        for _ in range(number):
            shopper.puts(make_product(), 2)
        shopper.pays()
        order = Order.objects.latest("pk")
        fields = open_form(staff, order)
        typed = {f"line_{line.pk}": "1" for line in order.lines.all()}
        with CaptureQueriesContext(connection) as queries:
            press(staff, order, fields, "review", **typed)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 25, counts


@pytest.mark.django_db(transaction=True)
def test_of_two_members_of_staff_at_once_one_refunds(provider: ProviderDouble) -> None:
    open_store()
    Shopper().puts(make_product(), 2).pays()
    order = only_order()
    people = [staff_client(f"staff{number}@example.com") for number in range(8)]
    reviews = [read_form(press(each, order, open_form(each, order), "everything"), FORM) for each in people]

    def sends(number: int) -> Callable[[], str]:
        def deed() -> str:
            html = press(people[number], order, reviews[number], "send")
            return "refunded" if f"{order.total} refunded." in html else "told"

        return deed

    assert run_at_once([sends(number) for number in range(8)]) == {"refunded": 1, "told": 7}
    assert [each.amount for each in provider.refunds] == [order.total]
    assert Refund.objects.exclude(state=Refund.State.FAILED).count() == 1


def test_a_disputed_payment_is_not_refunded_and_that_is_told_before_it_is_sent(
    staff: Client, order: Order, provider: ProviderDouble
) -> None:
    case = Case.objects.create(payment=Payment.objects.get(), provider_id="du_1", doubt="dispute", amount=order.total)
    review = press(staff, order, open_form(staff, order), "review", amount="5.00")
    assert refunds.DISPUTED in review
    assert (Refund.objects.count(), provider.refunds) == (0, [])
    Case.objects.filter(pk=case.pk).update(closed_at=timezone.now(), verdict="won")
    assert refunds.DISPUTED not in press(staff, order, open_form(staff, order), "review", amount="5.00")
