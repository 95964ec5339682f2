"""One e-mail address is one mailbox in every form that asks for one."""

from collections.abc import Callable
from datetime import timedelta
from importlib import import_module
from typing import Final

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.contrib.auth import authenticate
from django.core.management import call_command
from django.db import connection
from django.http import HttpRequest
from django.test import Client
from django.utils import timezone
from procrastinate.contrib.django.models import ProcrastinateJob

from tests.sweeps import swept
from tests.text.spellings import EMAIL, EMAILS
from vintner.accounts.auth_forms.tests.visitor import Visitor, register
from vintner.accounts.engine.email_change import request_email_change
from vintner.accounts.engine.password_reset import request_reset
from vintner.accounts.security.tests.email_links import CHANGE
from vintner.alerts.models import Alert
from vintner.alerts.tests.forms import ask
from vintner.cart.models import CartCoupon
from vintner.cart.tests.shoppers import CouponShopper
from vintner.catalogue.models import Review
from vintner.checkout.wine_shipments import likely_recipient
from vintner.content.models import ContactMessage, StoreDetails
from vintner.customers.devices import COOKIE, add_mark, device_mark
from vintner.customers.middleware import is_known_browser
from vintner.customers.models import User
from vintner.newsletter.models import NewsletterReader
from vintner.orders.models import Email, Order
from vintner.orders.ownership import knows_email
from vintner.pricing.models import Coupon
from vintner.privacy.closing import find_erasure
from vintner.refusal import Refusal
from vintner.shipping.rules import Place
from vintner.store_api.tests.buying import buys
from vintner.storefront.tests.reviewing import FIELDS
from vintner.testing.api_client import ApiClient
from vintner.testing.builders import make_product, make_user
from vintner.testing.shopper import Shopper, only_order

pytestmark = pytest.mark.usefixtures("store", "provider")
PASSWORD: Final = "violet tractor seven moons"
JSON: Final = {"Accept": "application/json"}


def log_in(text: str) -> None:
    make_user(EMAIL, password=PASSWORD)
    client = Client()
    client.post("/my-source/", {"username": text, "password": PASSWORD})
    assert "_auth_user_id" in client.session


def log_in_to_admin(text: str) -> None:
    make_user(EMAIL, password=PASSWORD, is_staff=True, is_superuser=True)
    client = Client()
    client.post("/admin/login/", {"username": text, "password": PASSWORD})
    assert "_auth_user_id" in client.session


def begin(text: str) -> None:
    make_user(EMAIL)
    answer = Visitor().sends("single", **{"xoo-el-sing-user": text})
    assert "Please enter your password" in answer["notice"]


def register_account(text: str) -> None:
    visitor = Visitor()
    register(visitor, xoo_el_reg_email=text)
    assert visitor.is_logged_in
    assert User.objects.get().email == EMAIL


def lose_password(text: str) -> None:
    make_user(EMAIL)
    Visitor().sends("lostPassword", user_login=text)
    assert Email.objects.get(kind="password_reset").to == EMAIL


def ask_for_code(text: str) -> None:
    make_user(EMAIL)
    Client().post("/my-source/mailed-code/", {"email": text})
    assert Email.objects.get(kind="login_code").to == EMAIL


def change_address(text: str) -> None:
    make_user("ada@example.com", password=PASSWORD)
    client = Client()
    client.post("/my-source/", {"username": "ada@example.com", "password": PASSWORD})
    client.post("/my-source/confirm/", {"password": PASSWORD})
    client.post(CHANGE, {"email": text})
    assert client.get("/my-source/security/", headers=JSON).json()["requested_email"] == EMAIL


def erase_account(text: str) -> None:
    user = make_user(EMAIL, password=PASSWORD)
    client = Client()
    client.post("/my-source/", {"username": EMAIL, "password": PASSWORD})
    client.post("/my-source/confirm/", {"password": PASSWORD})
    client.post("/my-source/privacy/erase/", {"email": text})
    assert find_erasure(user.pk)


def use_coupon(text: str) -> None:
    Coupon.objects.create(code="loyal", kind="percent", amount=10, emails=EMAIL)
    shopper = CouponShopper()
    shopper.client.post("/?wc-ajax=add_to_cart", {"product_id": make_product().pk})
    shopper.apply("loyal", billing_email=text)
    assert CartCoupon.objects.get().cart.email == EMAIL


def name_in_coupon(text: str) -> None:
    Coupon.objects.create(code="loyal", kind="percent", amount=10, emails=f"*@example.org\n{text}")
    shopper = CouponShopper()
    shopper.client.post("/?wc-ajax=add_to_cart", {"product_id": make_product().pk})
    shopper.apply("loyal", billing_email=EMAIL)
    assert CartCoupon.objects.exists()


def come_back(text: str) -> None:
    """A browser that the account knows is not kept out by what others try."""
    user = make_user(EMAIL)
    request = HttpRequest()
    request.COOKIES[COOKIE] = add_mark(device_mark(user.pk), [])
    assert is_known_browser(request, text)


def write_message(text: str) -> None:
    Client().post("/contact/", {"name": "Jane", "email": text, "order_number": "", "message": "Hello"})
    assert ContactMessage.objects.get().email == EMAIL


def sign_up(text: str) -> None:
    StoreDetails.objects.create(newsletter_text="Twice a month.")
    Client().post("/newsletter/", {"email": text})
    assert NewsletterReader.objects.get().email == EMAIL


def ask_for_alert(text: str) -> None:
    ask(Client(), make_product(available_from=timezone.now() + timedelta(days=3)), text)
    assert Alert.objects.get().email == EMAIL


def review(text: str) -> None:
    Client().post(f"{make_product().get_absolute_url()}reviews/", FIELDS | {"email": text})
    assert Review.objects.get().email == EMAIL


def find_order(text: str) -> None:
    Client().post("/checkout/find-order/", {"order_number": "58", "email": text})
    assert ProcrastinateJob.objects.get(task_name="orders.send_link").args["email"] == EMAIL


def open_order(text: str) -> None:
    Shopper().puts(make_product()).pays(billing_email=EMAIL)
    open_old_order(text)


def open_old_order(text: str) -> None:
    order = only_order()
    Order.objects.update(placed_at=order.placed_at - timedelta(days=9))
    path = f"/checkout/order-received/{order.pk}/?key={order.key}"
    client = Client()
    page = client.get(path, headers=JSON).json()
    answer = client.post(path, {"csrfmiddlewaretoken": page["csrf_token"], "email": text})
    assert client.get(answer["Location"], headers=JSON).json()["number"] == order.number


def add_account(text: str) -> None:
    client = Client()
    client.force_login(make_user("boss@example.com", is_staff=True, is_superuser=True))
    fields = {"email": text, "password1": PASSWORD, "password2": PASSWORD, "usable_password": "true"}
    assert client.post("/admin/customers/user/add/", fields).status_code == 302
    assert User.objects.filter(email=EMAIL).exists()


FORMS: Final[tuple[Callable[[str], None], ...]] = (
    *(log_in, log_in_to_admin, begin, register_account, lose_password, ask_for_code, change_address),
    *(write_message, sign_up, ask_for_alert, review, find_order, open_order, add_account),
    *(erase_account, use_coupon, name_in_coupon, come_back),
)


@pytest.mark.parametrize(
    ("form", "text"),
    swept([(form, text) for form in FORMS for text in EMAILS], guards={(form, EMAILS[10]) for form in FORMS}),
)
def test_a_form_reads_one_mailbox(form: Callable[[str], None], text: str) -> None:
    form(text)


def test_an_address_with_invisible_marks_makes_no_second_account() -> None:
    make_user(EMAIL)
    visitor = Visitor()
    answer = register(visitor, xoo_el_reg_email="jane.doe@exam\u200bple.com")
    assert answer["error"] == 1
    assert not visitor.is_logged_in
    assert User.objects.count() == 1


def test_an_order_without_an_address_is_opened_by_none() -> None:
    order = Order(pk=7, email="")
    assert not knows_email(order, "", "198.51.100.7")
    assert not knows_email(order, "no address", "198.51.100.7")


def test_what_is_no_address_is_told_at_its_field_in_the_admin(staff: Client) -> None:
    fields = {"email": "jane", "password1": PASSWORD, "password2": PASSWORD, "usable_password": "true"}
    answer = staff.post("/admin/customers/user/add/", fields)
    assert (answer.status_code, "Enter a valid email address." in answer.content.decode()) == (200, True)


def test_the_operator_makes_an_account_that_can_log_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", PASSWORD)
    call_command("createsuperuser", "--noinput", "--email", "Boss@B\u00fccher.example")
    assert User.objects.get().email == "boss@xn--bcher-kva.example"
    assert authenticate(username="boss@b\u00fccher.example", password=PASSWORD)


def test_staff_asks_for_a_reset_link() -> None:
    make_user(EMAIL)
    request_reset(EMAILS[10])
    assert Email.objects.get(kind="password_reset").to == EMAIL


def test_another_spelling_is_no_other_address() -> None:
    with pytest.raises(Refusal, match="of your account already"):
        request_email_change(make_user(EMAIL), EMAILS[10])


def test_a_password_of_an_account_by_the_api_is_kept_as_it_is() -> None:
    client, odd = ApiClient(), "vine\u0301 rain\u00a026\u200b cellar-oak"
    client.post("/cart/add-item", id=make_product().pk, quantity=1)
    assert buys(client, create_account=True, customer_password=odd).status == 200
    user = User.objects.get()
    assert user.check_password(odd)
    other = Client()
    other.post("/my-source/", {"username": user.email, "password": odd})
    assert "_auth_user_id" in other.session


def test_an_address_stays_confirmed_when_it_is_folded() -> None:
    user, twin = make_user("jane@example.com"), make_user("ada@example.com")
    User.objects.filter(pk=user.pk).update(email="jane@b\u00fccher.example")
    User.objects.filter(pk=twin.pk).update(email="ada@b\u00fccher.example")
    user.refresh_from_db()
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    make_user("ada@xn--bcher-kva.example")
    import_module("vintner.customers.migrations.0006_addresses_in_one_form").fold(apps, connection.schema_editor())
    user.refresh_from_db()
    twin.refresh_from_db()
    assert (user.email, twin.email) == ("jane@xn--bcher-kva.example", "ada@b\u00fccher.example")
    assert EmailAddress.objects.get(user=user, email=user.email).verified


def test_an_order_of_before_is_found_by_its_domain_in_either_writing() -> None:
    Shopper().puts(make_product()).pays(billing_email="jane@b\u00fccher.example")
    assert only_order().email == "jane@xn--bcher-kva.example"
    Order.objects.update(email="jane@b\u00fccher.example")
    open_old_order("jane@xn--bcher-kva.example")


def test_limits_of_wine_count_for_the_mailbox_that_is_typed() -> None:
    assert likely_recipient({"billing_email": EMAILS[10]}, Place(country="US"), None).email == EMAIL
