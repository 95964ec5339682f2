"""Nobody reaches another's cart, and nothing changes without a nonce or a token."""

from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.signing import TimestampSigner
from django.test import Client, RequestFactory, override_settings
from django.utils import timezone

from vintner.cart.models import Cart
from vintner.cart.tokens import LIFE, cart_token, read_cart_token
from vintner.customers.models import User
from vintner.store_api.errors import ApiError
from vintner.store_api.middleware import ApiVisitor
from vintner.testing.api_client import ROOT, ApiClient, Headless
from vintner.testing.builders import make_cart, make_product, make_user

pytestmark = pytest.mark.django_db


def _swapped(victim: Cart) -> str:
    """The victim's cart with the signature of an own one."""
    own = cart_token(make_cart().pk)
    return f"{victim.pk.hex}:{own.split(':', 1)[1]}"


def _unsigned(victim: Cart) -> str:
    return victim.pk.hex


def _of_another_purpose(victim: Cart) -> str:
    return TimestampSigner(salt="vintner.cart").sign(victim.pk.hex)


def _with_another_key(victim: Cart) -> str:
    with override_settings(SECRET_KEY="guessed", SECRET_KEY_FALLBACKS=[]):
        return cart_token(victim.pk)


def _altered(victim: Cart) -> str:
    token = cart_token(victim.pk)
    return token[:-1] + ("A" if token[-1] != "A" else "B")


@pytest.mark.parametrize("forge", [_swapped, _unsigned, _of_another_purpose, _with_another_key, _altered])
def test_a_forged_token_reaches_no_cart(shop: None, forge: Callable[[Cart], str]) -> None:
    victim = make_cart((make_product(), 3))
    client = Headless()
    client.headers = {"Cart-Token": forge(victim)}
    answer = client.get("/cart")
    assert (answer.status, answer.json["items"]) == (200, [])
    client.headers = {"Cart-Token": forge(victim)}
    for path, body in (("/cart/add-item", {"id": make_product().pk}), ("/cart/items", {"id": 1})):
        assert client.send("POST", path, body, {"Cart-Token": forge(victim)}).status == 401
    assert client.send("DELETE", "/cart/items", None, {"Cart-Token": forge(victim)}).status == 401
    assert victim.lines.count() == 1


def test_a_token_lasts_as_long_as_the_carts_cookie(shop: None, monkeypatch: pytest.MonkeyPatch) -> None:
    cart = make_cart((make_product(), 1))
    token = cart_token(cart.pk)
    later = timezone.now() + LIFE
    for moment, named in ((later - timedelta(minutes=1), cart.pk), (later + timedelta(minutes=1), None)):
        monkeypatch.setattr("django.core.signing.time.time", moment.timestamp)
        assert read_cart_token(token) == named


def test_another_customers_cart_stays_theirs(shop: None) -> None:
    """Who logs in on the same machine gets neither by cookie nor by token what was left there."""
    owner = make_user()
    theirs = make_cart((make_product(), 2), user=owner)
    thief = ApiClient()
    thief.client.force_login(make_user())
    sent = {"Cart-Token": cart_token(theirs.pk)}
    assert thief.send("GET", "/cart", headers=sent).json["items"] == []
    key = theirs.lines.get().key
    assert thief.send("POST", "/cart/remove-item", {"key": key}, sent).status == 401
    assert thief.send("POST", "/cart/remove-item", {"key": key}, {**sent, **thief.headers}).status == 409
    assert theirs.lines.filter(removed_at=None).count() == 1
    thief.client.force_login(owner)
    assert len(thief.send("GET", "/cart", headers=sent).json["items"]) == 1


def test_the_token_of_a_customers_cart_needs_the_customers_log_in(shop: None) -> None:
    """It was noted while she was logged in, and is sent without her cookies, and after her log-out."""
    owner = make_user()
    browser = ApiClient()
    browser.client.force_login(owner)
    browser.get("/cart")
    added = browser.post("/cart/add-item", id=make_product().pk)
    token = {"Cart-Token": added.headers["Cart-Token"]}
    cart, key = Cart.objects.get(user=owner), added.json["items"][0]["key"]
    browser.client.logout()
    for client in (Headless(), browser):
        answer = client.send("GET", "/cart", headers=token)
        assert (answer.status, answer.json["items"]) == (200, [])
        assert answer.headers["Cart-Token"].split(":")[0] != cart.pk.hex
        for path, body in (("add-item", {"id": make_product().pk}), ("remove-item", {"key": key})):
            assert client.send("POST", f"/cart/{path}", body, token).status == 401
        assert client.send("GET", "/checkout", headers=token).status == 400
    assert cart.lines.filter(removed_at=None).count() == 1
    browser.client.force_login(owner)
    assert browser.send("GET", "/cart", headers=token).json["items_count"] == 1


def test_a_guests_token_that_a_customer_uses_is_the_customers_from_then_on(shop: None) -> None:
    """Even by looking. Who holds the token sees nothing of the customer any more, and the customer loses nothing."""
    wine, other, owner = make_product(), make_product(), make_user()
    app, session = Headless(), ApiClient()
    app.post("/cart/add-item", id=wine.pk)
    token = dict(app.headers)
    make_cart((other, 1), user=owner)
    session.client.force_login(owner)
    assert session.send("GET", "/cart", headers=token).json["items_count"] == 2
    assert Cart.objects.get().user == owner
    session.client.logout()
    for client in (app, session):
        assert client.send("GET", "/cart", headers=token).json["items"] == []
        assert client.send("GET", "/checkout", headers=token).status == 400
        assert client.send("POST", "/cart/add-item", {"id": wine.pk}, token).status == 401


def test_the_first_change_by_a_token_is_refused_once_a_customer_was_faster(shop: None) -> None:
    request = RequestFactory().post("/")
    request.user = AnonymousUser()
    visitor = ApiVisitor(request, token_cart_id=make_cart(user=make_user()).pk)
    with pytest.raises(ApiError) as refused:
        visitor.cart_to_change()
    assert refused.value.status == 401


def test_a_customer_finds_the_cart_of_their_account(shop: None) -> None:
    owner = make_user()
    make_cart((make_product(), 2), user=owner)
    browser = ApiClient()
    browser.client.force_login(owner)
    answer = browser.get("/cart")
    assert (answer.json["items_count"], answer.headers["User-ID"]) == (2, str(owner.pk))


@pytest.mark.parametrize(
    "path",
    [
        "add-item",
        "update-item",
        "remove-item",
        "apply-coupon",
        "remove-coupon",
        "update-customer",
        "select-shipping-rate",
        "items",
        "coupons",
    ],
)
def test_every_change_asks_for_a_nonce(shop: None, path: str) -> None:
    browser = ApiClient()
    browser.post("/cart/add-item", id=make_product().pk)
    body = {"id": make_product().pk, "key": Cart.objects.get().lines.get().key, "quantity": 2, "code": "x"}
    body |= {"rate_id": "local_pickup:1"}
    for headers, status in (({}, 401), ({"Nonce": "0" * 64}, 403)):
        answer = browser.send("POST", f"/cart/{path}", body, headers)
        assert (answer.status, answer.json["data"]["status"]) == (status, status)


def test_another_visitors_nonce_is_worth_nothing(shop: None) -> None:
    browser, other = ApiClient(), ApiClient()
    assert browser.send("POST", "/cart/add-item", {"id": make_product().pk}, other.headers).status == 403


def test_a_nonce_from_a_foreign_page_is_refused(shop: None) -> None:
    browser = ApiClient()
    sent = {**browser.headers, "Origin": "https://evil.example"}
    assert browser.send("POST", "/cart/add-item", {"id": make_product().pk}, sent).status == 403


def test_the_token_of_a_page_is_a_nonce(shop: None) -> None:
    """The browser's pages have one token for all calls."""
    browser = ApiClient()
    token = browser.client.cookies["csrftoken"].value
    assert browser.send("POST", "/cart/add-item", {"id": make_product().pk}, {"Nonce": token}).status == 201


def test_looking_starts_no_cart_and_a_change_sets_its_cookies(shop: None) -> None:
    browser = ApiClient()
    assert set(browser.get("/cart").cookies) <= {"csrftoken"}
    assert not Cart.objects.exists()
    answer = browser.post("/cart/add-item", id=make_product().pk)
    assert {"vintner_cart", "woocommerce_items_in_cart", "woocommerce_cart_hash"} <= set(answer.cookies)
    assert answer.cookies["woocommerce_cart_hash"].value == answer.headers["Cart-Hash"]
    removed = browser.post("/cart/remove-item", key=answer.json["items"][0]["key"])
    assert removed.cookies["woocommerce_items_in_cart"].value == ""


def test_a_client_with_a_token_gets_no_cookies_of_a_cart(shop: None) -> None:
    client = Headless()
    answer = client.post("/cart/add-item", id=make_product().pk)
    assert "vintner_cart" not in answer.cookies
    assert answer.headers["Cache-Control"] == "no-store"


def test_page_and_api_share_one_cart(shop: None) -> None:
    browser = ApiClient()
    wine = make_product()
    browser.client.post("/?wc-ajax=add_to_cart", {"product_id": wine.pk, "quantity": 2})
    assert browser.get("/cart").json["items_count"] == 2
    browser.post("/cart/add-item", id=wine.pk)
    assert Cart.objects.get().lines.get().quantity == 3


def test_two_first_changes_with_one_token_make_one_cart(shop: None) -> None:
    client = Headless()
    token = dict(client.headers)
    for wine in (make_product(), make_product()):
        assert client.send("POST", "/cart/add-item", {"id": wine.pk}, token).status == 201
    assert Cart.objects.get().lines.count() == 2


def test_a_cart_id_that_somebody_knows_is_no_token(shop: None) -> None:
    assert read_cart_token(str(uuid4())) is None
    assert read_cart_token("") is None


def test_a_body_that_is_too_large_or_no_json_is_told_so(shop: None) -> None:
    client = Client()
    headers = {"Cart-Token": cart_token(uuid4())}
    path = f"{ROOT}/cart/apply-coupon"
    answer = client.post(path, {"code": "x" * 1_100_000}, "application/json", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (413, "rest_request_too_large")
    answer = client.post(path, "{", "application/json", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (400, "rest_invalid_json")


@pytest.mark.parametrize("path", ["wc/v3/wc_stripe/account", "wc/v3/wc_stripe/", "wc/v2/x", "nothing"])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_an_address_of_the_api_that_there_is_not_is_told_so_in_json(path: str, method: str) -> None:
    answer = Client().generic(method, f"/wp-json/{path}", "{}", "application/json")
    assert (answer.status_code, answer.json()["code"]) == (404, "rest_no_route")


def test_a_wrong_method_is_told_with_the_right_ones(shop: None) -> None:
    answer = Client().get(f"{ROOT}/cart/add-item")
    assert (answer.status_code, answer.json()["code"], answer["Allow"]) == (405, "rest_no_route", "POST")


def test_users_are_told_by_number_only(shop: None) -> None:
    user: User = make_user("taster@example.com")
    browser = ApiClient()
    browser.client.force_login(user)
    assert "taster" not in str(browser.get("/cart").headers)


@pytest.mark.parametrize("path", ["/cart/apply-coupon", "/cart/remove-coupon"])
def test_half_a_character_is_no_valid_text(shop: None, path: str) -> None:
    """It is valid JSON, but has no bytes: neither the database nor a hash can take it."""
    headers = {"Cart-Token": cart_token(make_cart((make_product(), 1)).pk)}
    for body in ('{"code": "\\ud83d"}', '{"\\udc00": 1, "code": "x"}'):
        answer = Client().post(f"{ROOT}{path}", body, "application/json", headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (400, "rest_invalid_json")
    answer = Client().post(f"{ROOT}{path}", '{"code": "\\ud83c\\udf77"}', "application/json", headers=headers)
    assert answer.json()["code"] != "rest_invalid_json"


@pytest.mark.parametrize("path", ["/cart/apply-coupon", "/cart/remove-coupon", "/cart/coupons"])
def test_a_parameter_that_is_missing_is_named(shop: None, path: str) -> None:
    """Also where no body was sent at all."""
    headers = {"Cart-Token": cart_token(make_cart((make_product(), 1)).pk)}
    for body in ("", "{}", '{"coupon": "x"}'):
        answer = Client().post(f"{ROOT}{path}", body, "application/json", headers=headers)
        assert answer.status_code == 400
        assert answer.json() == {
            "code": "rest_missing_callback_param",
            "message": "Send the missing parameters: code.",
            "data": {"status": 400, "params": ["code"]},
        }


@pytest.mark.parametrize("body", ["[]", '"SAVE10"', "null", "1"])
def test_a_body_that_is_no_object_is_told_so(shop: None, body: str) -> None:
    headers = {"Cart-Token": cart_token(make_cart((make_product(), 1)).pk)}
    answer = Client().post(f"{ROOT}/cart/apply-coupon", body, "application/json", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (400, "rest_invalid_json")
    assert "in a JSON object" in answer.json()["message"]
