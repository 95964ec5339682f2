"""How much wine one person may be sent, and the ledger of it."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from vintner.catalogue.models import Product
from vintner.checkout.forms import CheckoutForm
from vintner.checkout.place_order import place_order
from vintner.checkout.tests.form import filled_in
from vintner.checkout.tests.placing.at_once import buy, run_at_once
from vintner.checkout.tests.placing.shipments import JANE, place, read_refusal
from vintner.customers.models import User
from vintner.orders import orders
from vintner.orders.invariants import LEDGER, audit
from vintner.orders.models import Order
from vintner.orders.rules import Status
from vintner.payments.attempts.start_payment import start_payment
from vintner.refusal import Refusal
from vintner.shipping import ledger
from vintner.shipping.models import Destination, Sent
from vintner.testing.builders import make_cart, make_product
from vintner.testing.provider import DECLINED, ProviderDouble
from vintner.testing.store import open_store

pytestmark = pytest.mark.django_db(transaction=True)
ELSEWHERE = replace(JANE.shipping, first_name="Joan", address_1="9 Elm St")


def named(first: str, last: str, email: str = "o@example.com") -> CheckoutForm:
    """Somebody with this name at Jane's address, without an account or Jane's e-mail address."""
    return replace(JANE, email=email, shipping=replace(JANE.shipping, first_name=first, last_name=last))


@pytest.fixture
def wine() -> Product:
    """A wine, in a store that may send twelve bottles a month to a Californian."""
    open_store()
    Destination.objects.filter(state="CA").update(most_bottles=12)
    return make_product(stock=500)


def test_each_line_of_wine_that_is_sent_is_written_down(wine: Product) -> None:
    glasses = make_product(alcoholic=False)
    order = place(make_cart((wine, 3), (glasses, 2)))
    [row] = Sent.objects.all()
    assert (row.order_id, row.line.variation_id, row.bottles, row.litres) == (
        order.pk,
        wine.variations.get().pk,
        3,
        Decimal("2.25"),
    )
    assert (row.name, row.email, row.state, row.wine) == ("Jane Doe", "jane@example.com", "CA", wine.name)
    assert row.address == "Jane Doe, 1 Main St, Ojai, CA 93023"


def test_the_thirteenth_bottle_of_a_month_is_refused_before_anything_is_charged(
    wine: Product, provider: ProviderDouble
) -> None:
    place(make_cart((wine, 10)))
    text = read_refusal(make_cart((wine, 3)))
    assert "at most 12 bottles a month" in text
    assert "earlier orders included" in text
    assert "10" not in text, "what somebody had is told to whoever types the name"
    assert Order.objects.count() == 1
    place(make_cart((wine, 2)))


@pytest.mark.parametrize(
    ("other", "same"),
    [
        (replace(JANE, shipping=ELSEWHERE, separate=True), True),
        (replace(JANE, email="JANE+wine@Example.com", shipping=ELSEWHERE), True),
        (replace(JANE, email="other@example.com"), True),
        (replace(JANE, email="o@example.com", shipping=replace(JANE.shipping, first_name="jané")), True),
        (named("Jane", ""), True),
        (named("DOE", "-"), True),
        (named("Jane", "M. Doe"), True),
        (named("Doe", "Jane"), True),
        (named("Jane   D", "oe"), True),
        (named("Joan", "Doe"), False),
        (named("Jane", "Roe"), False),
        (named("Joan", ""), False),
        (replace(named("Jane", ""), shipping=replace(ELSEWHERE, first_name="Jane", last_name="")), False),
        (replace(JANE, email="o@example.com", shipping=ELSEWHERE), False),
    ],
    ids=[
        *("same email", "its spellings", "same name and address", "its spellings too"),
        *("first name alone", "last name alone", "a middle name", "the last name first", "other spaces"),
        *("a housemate", "another housemate", "a housemate of one word", "one word elsewhere", "somebody else"),
    ],
)
def test_who_counts_as_the_same_person(wine: Product, other: CheckoutForm, same: bool) -> None:
    place(make_cart((wine, 12)))
    if same:
        with pytest.raises(Refusal):
            place(make_cart((wine, 1)), other)
    else:
        place(make_cart((wine, 1)), other)


@pytest.mark.parametrize(
    ("first", "then", "same"),
    [
        (("Jane", ""), ("Jane", "Doe"), True),
        (("Doe", ""), ("Jane", "Doe"), True),
        (("Jane", ""), ("jáne", "."), True),
        (("Jane", ""), ("Joan", "Doe"), False),
        (("Cher", ""), ("Jane", "Doe"), False),
        (("Анна", "Иванова"), ("анна", ""), True),
        (("Анна", "Иванова"), ("Ольга", "Иванова"), False),
        (("-", ""), ("--", ""), True),
    ],
)
def test_a_name_of_one_word_makes_no_new_person(
    wine: Product, first: tuple[str, str], then: tuple[str, str], same: bool
) -> None:
    place(make_cart((wine, 12)), named(*first, email="first@example.com"))
    if same:
        read_refusal(make_cart((wine, 1)), named(*then))
    else:
        place(make_cart((wine, 1)), named(*then))


def test_an_account_is_one_person_at_any_address(wine: Product) -> None:
    user = User.objects.create_user("jane@example.com", "a long enough password")
    place(make_cart((wine, 12)), replace(JANE, email="a@example.com"), user)
    read_refusal(make_cart((wine, 1)), replace(JANE, email="b@example.com", shipping=ELSEWHERE), user)


def test_what_is_fetched_at_the_store_is_nobodys_limit(wine: Product) -> None:
    pickup = replace(JANE, rate_id=f"local_pickup:{_pickup_id()}")
    place(make_cart((wine, 30)), pickup)
    assert not Sent.objects.exists()


def _pickup_id() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT id FROM shipping_method WHERE kind = 'local_pickup'")
        return int(cursor.fetchone()[0])


def test_last_months_bottles_do_not_count(wine: Product) -> None:
    place(make_cart((wine, 12)))
    Sent.objects.update(written_at=timezone.now() - timedelta(days=32))
    place(make_cart((wine, 12)))


def test_litres_count_by_the_bottles_size(wine: Product) -> None:
    Destination.objects.filter(state="CA").update(most_bottles=None, most_litres=Decimal(9))
    magnum = make_product(facts={"Bottle size": "1.5 l"}, stock=50)
    assert "take 1 bottle out" in read_refusal(make_cart((magnum, 7)))
    place(make_cart((magnum, 6)))
    assert Sent.objects.get().litres == 9


def test_an_order_that_dies_gives_its_bottles_back_and_takes_them_again_when_it_lives(wine: Product) -> None:
    order = place(make_cart((wine, 12)))
    for status, counts in [
        (Status.FAILED, False),
        (Status.PENDING, True),
        (Status.CANCELLED, False),
        (Status.ON_HOLD, True),
        (Status.PROCESSING, True),
    ]:
        with transaction.atomic():
            orders.move(orders.lock(order.pk), status)
        assert (Sent.objects.get().taken_back_at is None) is counts, status
    read_refusal(make_cart((wine, 1)))
    with transaction.atomic():
        orders.move(orders.lock(order.pk), Status.REFUNDED)
    assert Sent.objects.get().taken_back_at, "it was never sent"


def test_what_was_sent_stays_sent_when_the_money_goes_back(wine: Product) -> None:
    order = place(make_cart((wine, 12)))
    for status in (Status.PROCESSING, Status.COMPLETED, Status.REFUNDED):
        with transaction.atomic():
            orders.move(orders.lock(order.pk), status)
    assert Sent.objects.get().taken_back_at is None


def test_who_pays_again_after_a_declined_card_is_not_in_their_own_way(wine: Product, provider: ProviderDouble) -> None:
    cart = make_cart((wine, 12))
    placed = place_order(cart.pk, filled_in(DECLINED), user=None, now=timezone.now())
    assert placed.payment is not None
    start_payment(placed.payment.pk)
    assert Sent.objects.get().taken_back_at, "the order failed"
    moved = replace(JANE, shipping=replace(JANE.shipping, address_1="2 Main St"))
    place(cart, moved)
    [row] = Sent.objects.all()
    assert (row.order_id, row.taken_back_at, "2 Main St" in row.address) == (placed.order.pk, None, True)


def test_ten_orders_at_once_do_not_pass_the_limit_together(wine: Product, provider: ProviderDouble) -> None:
    answers = run_at_once([buy(make_cart((wine, 4))) for _ in range(10)])
    assert (answers["succeeded"], answers["no_wine_there"]) == (3, 7), answers
    assert sum(Sent.objects.filter(taken_back_at=None).values_list("bottles", flat=True)) == 12


def test_halves_of_a_name_at_once_do_not_pass_the_limit_together(wine: Product, provider: ProviderDouble) -> None:
    names = [("Jane", ""), ("Jane", "Doe"), ("Jane", "M. Doe"), ("Doe", "Jane")] * 2
    forms = [named(*name, email=f"shopper{number}@example.com") for number, name in enumerate(names)]
    answers = run_at_once([buy(make_cart((wine, 5)), form) for form in forms])
    assert (answers["succeeded"], answers["no_wine_there"]) == (2, 6), answers


def test_without_the_lock_they_would(wine: Product, provider: ProviderDouble, monkeypatch: pytest.MonkeyPatch) -> None:
    """The guard is what holds: taken away, the limit is passed."""
    monkeypatch.setattr(ledger, "_lock", lambda keys: None)
    for _ in range(5):
        run_at_once([buy(make_cart((wine, 4))) for _ in range(10)])
        if sum(Sent.objects.filter(taken_back_at=None).values_list("bottles", flat=True)) > 12:
            return
        Sent.objects.all().delete()
    pytest.fail("Ten orders at once never passed the limit: the test proves nothing.")


def wrong() -> list[str]:
    return [str(row["problem"]) for broken in audit(LEDGER) for row in broken.rows]


def test_the_audit_finds_what_was_written_behind_the_ledgers_back(wine: Product) -> None:
    order = place(make_cart((wine, 6)))
    assert wrong() == []
    Sent.objects.update(bottles=5)
    assert wrong() == ["is not what its line says"]
    Sent.objects.update(bottles=6, taken_back_at=timezone.now())
    assert wrong() == ["does not count, though its order does"]
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE orders_order DISABLE TRIGGER take_back_wine")
        try:
            Sent.objects.update(taken_back_at=None)
            cursor.execute("UPDATE orders_order SET status = 'cancelled' WHERE id = %s", [order.pk])
        finally:
            cursor.execute("ALTER TABLE orders_order ENABLE TRIGGER take_back_wine")
    assert wrong() == ["counts, though its order does not"]


def test_staff_take_the_ledger_along_and_cannot_change_it(wine: Product) -> None:
    order = place(make_cart((wine, 6)), replace(JANE, shipping=replace(JANE.shipping, first_name="=cmd()")))
    client = Client()
    client.force_login(User.objects.create_superuser("boss@example.com", "a long enough password"))
    listing = reverse("admin:shipping_sent_changelist")
    assert client.get(listing).status_code == 200
    row = Sent.objects.get()
    answer = client.post(listing, {"action": "export", "_selected_action": str(row.pk)})
    heading, line = answer.content.decode().splitlines()
    assert heading.startswith("Order,Date,Name")
    assert line.startswith(f"{order.pk},")
    assert ",'=cmd() Doe," in line, "a spreadsheet runs nothing"
    assert line.endswith(",6,4.500,")
    change = reverse("admin:shipping_sent_change", args=[row.pk])
    assert client.post(change, {"bottles": "1"}).status_code == 403
