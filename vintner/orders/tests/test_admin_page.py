"""The order's page and list in the admin: what is shown, where an order may go, and who may do what."""

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from vintner.orders import notes, orders, stock
from vintner.orders.emails import emails
from vintner.orders.models import Email, Order
from vintner.orders.rules import Status, staff_targets
from vintner.testing.builders import make_product, make_user, only_variation
from vintner.testing.order_list import LIST, confirm, create_held_order
from vintner.testing.orders import new_order

pytestmark = pytest.mark.django_db


@pytest.fixture
def onlooker(client: Client) -> Client:
    """May see orders, and nothing else."""
    user = make_user("looker@example.com", is_staff=True)
    user.user_permissions.add(Permission.objects.get(codename="view_order"))
    client.force_login(user)
    return client


def page(order: Order) -> str:
    return f"{LIST}{order.pk}/change/"


def told(html: str) -> list[str]:
    """Return the titles of the timeline, from the top."""
    return re.findall(r'<p class="what"><b>([^<]*)</b>', html)


def test_the_timeline_has_everything_with_the_newest_first(staff: Client) -> None:
    by = make_user("ann@example.com", is_staff=True)
    order = create_held_order(make_product(stock=5))
    notes.add(order, "Calls often.", by=by)
    notes.add(order, "On Monday.", by=by, to_customer=True)
    orders.move_by_staff(order, Status.COMPLETED, by, "Paid in the shop.")
    html = staff.get(page(order)).content.decode()
    titles = told(html)
    assert titles.index("Pending payment → Completed") < titles.index("Note to the customer")
    assert titles.index("Note to the customer") < titles.index("Private note") < titles.index("Pending payment")
    assert emails.SUBJECTS[emails.EmailKind.COMPLETED].format(store="Vintner") in titles
    assert "Paid in the shop." in html
    assert html.count(f"· {by.full_name or by.email}") == 3
    assert "· the store" in html


def test_the_history_of_an_order_is_its_timeline(staff: Client) -> None:
    order = create_held_order(make_product(stock=5))
    address = f"{LIST}{order.pk}/history/"
    assert f'href="{address}"' in staff.get(page(order)).content.decode()
    assert staff.get(address).headers["Location"] == f"{page(order)}#order-history"
    assert 'id="order-history"' in staff.get(page(order)).content.decode()
    assert staff.get(f"{LIST}999999/history/").status_code == 404


def test_only_the_ways_of_the_graph_are_offered(staff: Client) -> None:
    order = create_held_order(make_product(stock=5))
    html = staff.get(page(order)).content.decode()
    offered = set(re.findall(r'<option value="([a-z-]+)"', html))
    assert offered == {to.value for to in staff_targets(Status.PENDING)}
    assert "refunded" not in offered
    assert "Completed (the customer is written to)" in html


def test_no_status_is_chosen_beforehand_and_none_is_refused_beside_the_field(staff: Client) -> None:
    order = create_held_order(make_product(stock=5))
    html = staff.get(page(order)).content.decode()
    assert re.search(r'<select name="to"[^>]*>\s*<option value="" selected>Choose a status …</option>', html)
    assert html.count("selected>") == 1
    answer = post_status(staff, order, "").content.decode()
    _, _, below = answer.partition('<select name="to"')
    assert "Choose the status that the order should have, then press “Change”." in below
    order.refresh_from_db()
    assert order.status == "pending"


def test_an_order_that_goes_nowhere_has_no_form(staff: Client) -> None:
    order = create_held_order(make_product(stock=5))
    Order.objects.filter(pk=order.pk).update(status=Status.PROCESSING)
    Order.objects.filter(pk=order.pk).update(status=Status.REFUNDED)
    html = staff.get(page(order)).content.decode()
    assert "This is the end of the order" in html
    assert "Choose a status" not in html


def post_status(staff: Client, order: Order, to: str, **fields: str) -> HttpResponse:
    """Post the status form of a page that was opened just now."""
    order.refresh_from_db()
    return staff.post(f"{LIST}{order.pk}/status/", {"was": order.status, "to": to, **fields})  # type: ignore[return-value]


def test_a_status_that_somebody_changed_meanwhile_is_not_overwritten(staff: Client) -> None:
    order = create_held_order(make_product(stock=5))
    opened = staff.get(page(order)).content.decode()
    assert '<input type="hidden" name="was" value="pending"' in opened
    post_status(staff, order, "completed")
    answer = staff.post(f"{LIST}{order.pk}/status/", {"was": "pending", "to": "on-hold"}).content.decode()
    assert "The status is “Completed” by now" in answer
    assert 'name="was" value="completed"' in answer, "the form can be sent again"
    order.refresh_from_db()
    assert order.status == "completed"


@pytest.mark.parametrize("to", [to.value for to in Status if to not in staff_targets(Status.PENDING)])
def test_no_other_way_is_gone(staff: Client, to: str) -> None:
    order = create_held_order(make_product(stock=5))
    assert "not one of the available choices" in post_status(staff, order, to).content.decode()
    order.refresh_from_db()
    assert order.status == "pending"


def test_a_change_of_status_says_who_and_why(staff: Client) -> None:
    order = create_held_order(make_product(stock=5))
    assert post_status(staff, order, "on-hold", why="Asks for an invoice").status_code == 302
    event = order.events.latest("id")
    assert (event.was, event.became, event.note) == ("pending", "on-hold", "Asks for an invoice")
    assert event.by is not None


@pytest.mark.parametrize(
    ("way", "on_hand", "reserved"),
    [
        (["on-hold"], 3, 0),
        (["on-hold", "failed"], 5, 2),
        (["on-hold", "completed"], 3, 0),
        (["failed", "pending"], 5, 2),
        (["cancelled"], 5, 0),
        (["cancelled", "pending"], 5, 2),
        (["cancelled", "on-hold"], 3, 0),
        (["completed", "on-hold", "processing", "cancelled"], 5, 0),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, list) else None,
)
def test_the_bottles_follow_the_status(staff: Client, way: list[str], on_hand: int, reserved: int) -> None:
    wine = make_product(stock=5)
    new = new_order()
    line = replace(new.lines[0], variation_id=only_variation(wine).pk, quantity=2)
    order = orders.create(replace(new, lines=(line,)))
    stock.reserve(order, orders.ordered_quantities(order), orders.hold_until(timezone.now()))
    for to in way:
        assert post_status(staff, order, to).status_code == 302
    assert (only_variation(wine).on_hand, only_variation(wine).reserved) == (on_hand, reserved)


def test_a_refusal_is_told_where_it_was_asked(staff: Client) -> None:
    wine = make_product(stock=2)
    order = create_held_order(wine)
    orders.cancel(order, "test")
    create_held_order(wine)
    html = post_status(staff, order, "processing").content.decode()
    assert "Its bottles are no longer in stock." in html


def test_who_only_looks_on_sees_everything_and_changes_nothing(onlooker: Client) -> None:
    order = create_held_order(make_product(stock=5))
    html = onlooker.get(page(order)).content.decode()
    assert "What was ordered" in html
    assert 'name="to"' not in html
    for deed in ("status", "note", "email", "refund", "capture", "void", "edit"):
        assert onlooker.get(f"{LIST}{order.pk}/{deed}/").status_code == 403
        assert onlooker.post(f"{LIST}{order.pk}/{deed}/", {"to": "completed", "note": "x"}).status_code == 403
    assert onlooker.post(page(order)).status_code == 403
    onlooker.post(LIST, {"action": "mark_completed", "_selected_action": str(order.pk)})
    order.refresh_from_db()
    assert order.status == "pending"


def test_a_decision_that_is_wanted_stands_at_the_top_until_it_is_made(staff: Client) -> None:
    order = create_held_order(make_product(stock=5))
    orders.put_on_hold_with_alert(order, "Money came twice.")
    assert "Needs a decision.</b> Money came twice." in staff.get(page(order)).content.decode()
    post_status(staff, order, "completed")
    assert "Needs a decision.</b>" not in staff.get(page(order)).content.decode()


@pytest.mark.parametrize("words", ["doe", "jane", "Jane Doe", "jane@example.com"])
def test_orders_are_found_by_name_and_address(staff: Client, words: str) -> None:
    order = orders.create(new_order())
    assert f"/order/{order.pk}/change/" in staff.get(LIST, {"q": words}).content.decode()
    assert f"/order/{order.pk}/change/" not in staff.get(LIST, {"q": "nobody"}).content.decode()


def test_a_plain_number_finds_the_order_with_that_number_alone(staff: Client) -> None:
    wanted, other = orders.create(new_order()), orders.create(new_order())
    street = f"{wanted.number} Mill Lane"
    Order.objects.filter(pk=other.pk).update(billing={**other.billing, "address_1": street}, email="a@example.com")
    emails.queue(wanted, emails.EmailKind.NEW_ORDER)
    emails.queue(other, emails.EmailKind.DETAILS)
    Email.objects.filter(order=other).update(to=f"x{wanted.number}@example.com")
    for searched in (wanted.number, f" {wanted.number} ", f"#{wanted.number}", f"Order {wanted.number}"):
        assert listed(staff, LIST, searched) == [wanted.pk]
        assert listed(staff, "/admin/orders/email/", searched) == [wanted.emails.get().pk]


def test_a_number_that_no_order_has_is_searched_everywhere(staff: Client) -> None:
    order = orders.create(new_order())
    Order.objects.filter(pk=order.pk).update(billing={**order.billing, "address_1": "987001 Mill Lane"})
    emails.queue(order, emails.EmailKind.DETAILS)
    Email.objects.filter(order=order).update(to="x987001@example.com")
    for searched in ("98700", "987001"):
        assert listed(staff, LIST, searched) == [order.pk]
        assert listed(staff, "/admin/orders/email/", searched) == [order.emails.get().pk]


def test_an_order_that_a_filter_hides_does_not_empty_the_list(staff: Client) -> None:
    hidden, shown = orders.create(new_order()), orders.create(new_order())
    Order.objects.filter(pk=shown.pk).update(billing={**shown.billing, "address_1": f"{hidden.number} Mill Lane"})
    page = staff.get(LIST, {"q": hidden.number, "id": str(shown.pk)})
    assert [each.pk for each in page.context["cl"].result_list] == [shown.pk]


def listed(staff: Client, address: str, searched: str) -> list[int]:
    """Return the ids of the rows that a search finds."""
    return [each.pk for each in staff.get(address, {"q": searched}).context["cl"].result_list]


def test_orders_are_filtered_by_status_and_date(staff: Client) -> None:
    order = orders.create(new_order())
    shown = f"/order/{order.pk}/change/"
    assert shown in staff.get(LIST, {"status__in": "pending"}).content.decode()
    assert shown not in staff.get(LIST, {"status__in": "completed"}).content.decode()
    day = timezone.localtime(order.placed_at).date()
    assert shown not in staff.get(LIST, {"placed_at_to": str(day - timedelta(days=1))}).content.decode()
    assert shown in staff.get(LIST, {"placed_at_from": str(day), "placed_at_to": str(day)}).content.decode()
    assert shown not in staff.get(LIST, {"placed_at_from": str(day + timedelta(days=1))}).content.decode()
    assert shown in staff.get(LIST, {"placed_at_from": "nonsense"}).content.decode()
    assert staff.get(LIST, {"placed_at__year": "99999999999"}).headers["Location"] == LIST


WRITTEN = re.compile(r"\b[A-Z][a-z]{2} \d{1,2}, 20\d\d, \d\d:\d\d\b")
OTHERWISE = re.compile(
    r"\d [ap]\.?m\b|\b\d{1,2} [A-Z][a-z]+ 20\d\d|\b[A-Z][a-z]+\.? \d{1,2}, 20\d\d(?!, \d\d:)"
    r"|\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), "
)
"""Other ways to write a time in English: with a.m., the day first, the time left out, the day of the week."""


def test_lists_and_pages_write_times_alike(staff: Client) -> None:
    wine = make_product(stock=5)
    order = create_held_order(wine)
    emails.queue(order, emails.EmailKind.DETAILS)
    stock_page = f"/admin/catalogue/variation/{only_variation(wine).pk}/change/"
    for address in (LIST, page(order), "/admin/orders/email/", "/outbox/", stock_page):
        html = staff.get(address).content.decode()
        text = re.sub("<[^>]+>", " ", html)
        assert WRITTEN.search(text), address
        assert not OTHERWISE.search(text), (address, OTHERWISE.search(text))
    assert len(WRITTEN.findall(staff.get(page(order)).content.decode())) > order.events.count()  # how long bottles wait


def test_all_orders_are_offered_only_where_some_are_left_out(staff: Client) -> None:
    order = create_held_order(make_product(stock=5))
    for narrowed in ({"q": str(order.pk)}, {"status__in": "pending"}):
        assert "Show all" in staff.get(LIST, narrowed).content.decode()
    assert "Show all" not in staff.get(LIST).content.decode()
    assert "Show all" not in staff.get("/admin/orders/email/").content.decode()


def test_several_orders_are_completed_at_once(staff: Client) -> None:
    wine = make_product(stock=9)
    chosen = [create_held_order(wine), create_held_order(wine)]
    for each in chosen:
        orders.mark_paid(each, "Paid.")
    gone = create_held_order(wine)
    orders.cancel(gone, "test")
    said = confirm(staff, "mark_completed", *chosen, gone)
    assert sorted(Order.objects.values_list("status", flat=True)) == ["cancelled", "completed", "completed"]
    assert said == [f"Order {gone.number}: It is canceled: not changed.", "2 orders changed."]


def test_the_page_asks_the_same_whatever_the_order_has(staff: Client, django_assert_max_num_queries: object) -> None:
    order = orders.create(new_order())
    for number in range(20):
        orders.add_note(order, f"Note {number}")
    with django_assert_max_num_queries(32):  # type: ignore[operator]
        staff.get(page(order))
