"""Carts through logging in and out: nothing that was put in is lost, and nobody sees another's."""

from datetime import timedelta

import pytest
from django.contrib.auth import login, logout
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages import get_messages
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from vintner.cart import carts, coupons, jobs, merge_carts
from vintner.cart.middleware import COOKIE, cart_of, set_cart, visitor_of
from vintner.cart.models import Cart, CartLine
from vintner.cart.saved import price_inputs
from vintner.catalogue.models import Variation
from vintner.customers.models import User
from vintner.orders.models import Order
from vintner.pricing.models import Coupon
from vintner.testing.builders import make_cart, make_product, make_user, only_variation
from vintner.testing.races import run_together

NOW = timezone.now()
BACKEND = "django.contrib.auth.backends.ModelBackend"


class VisitorBrowser:
    """A browser with its cookie and session, served without pages: every step is a request of its own."""

    def __init__(self) -> None:
        self.cookie = ""
        self.session = SessionStore()
        self.user: User | AnonymousUser = AnonymousUser()
        self.told: list[str] = []

    def request(self) -> HttpRequest:
        request = RequestFactory().post("/")
        request.session, request.user = self.session, self.user
        request._messages = CookieStorage(request)  # type: ignore[attr-defined]
        if self.cookie:
            request.COOKIES[COOKIE] = self.cookie
        return request

    def add(self, wine: Variation, quantity: int = 1) -> None:
        cart = carts.add_to_cart(visitor_of(self.request()), wine, quantity, now=NOW)
        response = HttpResponse()
        set_cart(response, cart.pk, "")
        self.cookie = response.cookies[COOKIE].value

    def log_in(self, user: User) -> None:
        request = self.request()
        login(request, user, BACKEND)
        self.told += [str(message) for message in get_messages(request)]
        self.user = user

    def log_out(self) -> None:
        logout(self.request())
        self.user, self.session = AnonymousUser(), SessionStore()

    def holds(self) -> dict[int, int]:
        cart = cart_of(self.request())
        return dict(cart.lines.filter(removed_at=None).values_list("variation_id", "quantity")) if cart else {}


@pytest.fixture
def user(db: None) -> User:
    return make_user()


def wine(stock: int | None = None) -> Variation:
    return only_variation(make_product(stock=stock))


def test_the_guests_cart_and_the_accounts_become_one_and_the_shopper_is_told(user: User) -> None:
    both, hers, new = wine(), wine(), wine()
    make_cart((both, 3), (hers, 1), user=user)
    browser = VisitorBrowser()
    browser.add(both, 2)
    browser.add(new)
    browser.log_in(user)
    assert browser.holds() == {both.pk: 5, hers.pk: 1, new.pk: 1}
    [words] = browser.told
    assert hers.product.name in words
    assert new.product.name not in words
    assert Cart.objects.get().user == user


def test_a_guests_cart_is_simply_kept_by_who_had_none(user: User) -> None:
    browser, put_in = VisitorBrowser(), wine()
    browser.add(put_in)
    browser.log_in(user)
    assert (browser.holds(), browser.told) == ({put_in.pk: 1}, [])


@pytest.mark.parametrize(
    ("stock", "guest", "account", "after"),
    [(7, 3, 3, 6), (4, 3, 3, 4), (2, 3, 3, 3), (0, 2, 5, 2), (None, 600, 600, 999)],
    ids=["enough", "as far as there is", "never fewer than before", "sold out since", "one order takes 999"],
)
def test_quantities_add_up_as_far_as_the_stock_goes(
    user: User, stock: int | None, guest: int, account: int, after: int
) -> None:
    scarce = wine(stock)
    kept = make_cart((scarce, guest))
    make_cart((scarce, account), user=user)
    merge_carts.merge(kept, user, now=NOW)
    assert CartLine.objects.get().quantity == after


def test_what_was_said_about_delivery_and_coupons_comes_along_unless_the_guest_said_it(user: User) -> None:
    save, other = (Coupon.objects.create(code=code, kind="percent", amount=10) for code in ("save", "other"))
    account = make_cart((wine(), 1), user=user, country="US", state="NY")
    coupons.add(account, "save", now=NOW, email="ann@example.com")
    Cart.objects.filter(pk=account.pk).update(addresses={"billing": {"first_name": "Ann"}})
    kept = make_cart((wine(), 1))
    merge_carts.merge(kept, user, now=NOW)
    kept.refresh_from_db()
    assert kept.addresses == {"billing": {"first_name": "Ann"}}
    assert (kept.state, kept.email, [row.coupon for row in kept.coupons.all()]) == ("NY", "ann@example.com", [save])
    guest = make_cart((wine(), 1), country="CA", state="ON")
    coupons.add(guest, "other", now=NOW)
    merge_carts.merge(guest, user, now=NOW)
    guest.refresh_from_db()
    assert (guest.state, [row.coupon for row in guest.coupons.all()]) == ("ON", [other])


def test_what_was_said_about_paying_comes_along_unless_the_guest_said_it(user: User) -> None:
    account = make_cart((make_product(), 1), user=user)
    price_inputs.save_price_inputs(account, price_inputs.PriceInputs(payment_method="stripe_link", billing_city="Ojai"))
    guest = make_cart((make_product(), 1))
    price_inputs.save_price_inputs(guest, price_inputs.PriceInputs(billing_city="Napa"))
    merge_carts.merge(guest, user, now=NOW)
    kept = Cart.objects.get()
    assert (kept.payment_method, kept.billing_city) == ("stripe_link", "Napa")


def test_a_removed_line_can_still_be_brought_back(user: User) -> None:
    gone = wine()
    account = make_cart((gone, 4), user=user)
    key = carts.remove(account, account.lines.get().key).key
    kept = make_cart((wine(), 1))
    merge_carts.merge(kept, user, now=NOW)
    assert carts.restore(kept, key).quantity == 4


def test_an_unpaid_order_follows_its_cart(user: User) -> None:
    account = make_cart((wine(), 1), user=user)
    order = Order.objects.create(cart_id=account.pk, user=user, email="ann@example.com", billing={})
    kept = make_cart((wine(), 1))
    merge_carts.merge(kept, user, now=NOW)
    order.refresh_from_db()
    assert order.cart_id == kept.pk


def test_who_logs_out_leaves_no_cart_behind_and_finds_it_again(user: User) -> None:
    browser, put_in, later = VisitorBrowser(), wine(), wine()
    browser.add(put_in)
    browser.log_in(user)
    browser.log_out()
    assert browser.holds() == {}, "whoever uses the machine next sees nothing"
    browser.add(later)
    assert browser.holds() == {later.pk: 1}
    browser.log_in(user)
    assert browser.holds() == {put_in.pk: 1, later.pk: 1}


def test_a_cart_is_never_shown_to_another_customer(user: User) -> None:
    browser = VisitorBrowser()
    browser.add(wine())
    browser.log_in(user)
    browser.log_out()
    browser.log_in(make_user())
    assert browser.holds() == {}


def test_a_log_in_without_the_cookie_is_made_good_with_the_first_change(user: User) -> None:
    before, after = wine(), wine()
    make_cart((before, 1), user=user)
    browser = VisitorBrowser()
    browser.add(after)
    browser.user = user
    browser.add(after)
    assert browser.holds() == {before.pk: 1, after.pk: 2}


def test_pages_tell_what_came_along(user: User, client: Client) -> None:
    user.set_password("correct horse")
    user.is_staff = True
    user.save()
    hers = make_product(name="Left behind")
    make_cart((hers, 1), user=user)
    client.post("/?wc-ajax=add_to_cart", {"product_id": make_product().pk})
    client.post("/admin/login/", {"username": user.email, "password": "correct horse"})
    page = client.get("/cart/", headers={"Accept": "application/json"}).json()
    assert "Left behind" in page["shared"]["notices"][0]["text"]
    assert len(page["contents"]["lines"]) == 2


@pytest.mark.django_db(transaction=True)
def test_two_log_ins_at_once_make_one_cart_of_three() -> None:
    user, wines = make_user(), [wine() for _ in range(3)]
    make_cart((wines[0], 1), user=user)
    guests = [make_cart((each, 1)) for each in wines[1:]]
    assert run_together([lambda cart=cart: merge_carts.merge(cart, user, now=NOW) for cart in guests]) == []  # type: ignore[misc]
    assert Cart.objects.get().user == user
    assert set(CartLine.objects.values_list("variation_id", "quantity")) == {(each.pk, 1) for each in wines}


@pytest.mark.django_db
def test_old_carts_of_guests_are_forgotten_and_customers_stay() -> None:
    old = timezone.now() - timedelta(days=31)
    guests, customers, fresh = make_cart((wine(), 1)), make_cart((wine(), 1), user=make_user()), make_cart((wine(), 1))
    carts.remove(customers, customers.lines.get().key)
    Cart.objects.exclude(pk=fresh.pk).update(updated_at=old)
    CartLine.objects.exclude(removed_at=None).update(removed_at=old)
    jobs.forget(int(timezone.now().timestamp()))
    assert set(Cart.objects.all()) == {customers, fresh}
    assert not Cart.objects.filter(pk=guests.pk).exists()
    assert CartLine.objects.get().cart == fresh


STEPS = st.lists(
    st.tuples(st.sampled_from(["add", "log in", "log out"]), st.integers(0, 1), st.integers(0, 2)), max_size=12
)


@pytest.mark.sweep
class Journeys(TestCase):
    """Two devices of one customer, logged in and out at any time."""

    @settings(max_examples=100, deadline=None)
    @given(STEPS)
    def test_nothing_that_was_put_in_is_lost(self, steps: list[tuple[str, int, int]]) -> None:
        user, wines, devices = make_user(), [wine() for _ in range(3)], [VisitorBrowser(), VisitorBrowser()]
        put_in = dict.fromkeys((each.pk for each in wines), 0)
        for deed, device, number in steps:
            browser = devices[device]
            if deed == "add":
                browser.add(wines[number])
                put_in[wines[number].pk] += 1
            elif deed == "log in" and not browser.user.is_authenticated:
                browser.log_in(user)
            elif deed == "log out" and browser.user.is_authenticated:
                browser.log_out()
        for browser in devices:
            if not browser.user.is_authenticated:
                browser.log_in(user)
        assert devices[0].holds() == devices[1].holds() == {key: count for key, count in put_in.items() if count}
