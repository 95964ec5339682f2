"""Bodies that are too large are refused in the shape that whoever sent them reads."""

import pytest
from django.test import Client

from vintner.testing.builders import make_product
from vintner.testing.shopper import Shopper
from vintner.wire.refusal_views import MESSAGE

pytestmark = pytest.mark.usefixtures("store")
LARGE = {"a": "x" * 1_100_000}
FORM = "application/x-www-form-urlencoded"
BODY = "a=" + "x" * 1_100_000
LISTED = f'<ul class="woocommerce-error" role="alert"><li>{MESSAGE}</li></ul>'


@pytest.mark.parametrize(
    ("call", "shape"),
    [
        ("checkout", {"result": "failure", "messages": LISTED, "refresh": False, "reload": False}),
        ("update_order_review", {"result": "failure", "messages": LISTED, "refresh": False, "reload": False}),
        ("wc_stripe_update_order_status", {"success": False, "data": {"error": {"message": MESSAGE}}}),
        ("add_to_cart", {"error": LISTED, "message": MESSAGE}),
        ("xoo_cp_update_cart", {"error": LISTED, "message": MESSAGE}),
    ],
)
@pytest.mark.parametrize("kind", [FORM, "multipart/form-data"])
def test_calls_answer_in_their_own_shape(call: str, shape: dict[str, object], kind: str) -> None:
    client = Shopper().puts(make_product()).client
    path = f"/?wc-ajax={call}"
    answer = client.post(path, BODY, content_type=FORM) if kind == FORM else client.post(path, LARGE)
    assert (answer.status_code, answer.json()) == (413, shape)
    assert answer["Content-Type"].startswith("application/json")


@pytest.mark.parametrize("call", ["apply_coupon", "remove_coupon"])
def test_calls_that_answer_with_html_do_so(call: str) -> None:
    answer = Client().post(f"/?wc-ajax={call}", LARGE)
    assert (answer.status_code, answer.content.decode()) == (413, LISTED)


def test_actions_answer_with_json() -> None:
    answer = Client().post("/wp-admin/admin-ajax.php", LARGE)
    assert (answer.status_code, answer.json()["data"]["error"]["message"]) == (413, MESSAGE)


@pytest.mark.parametrize("path", ["/cart/", "/checkout/", "/my-source/"])
def test_pages_answer_in_the_store_s_look(path: str) -> None:
    shopper = Shopper().puts(make_product())
    shopper.token()  # a browser without the store's cookie is refused before its body is read
    shown = shopper.client.post(path, LARGE, headers={"Accept": "application/json"})
    assert (shown.status_code, shown.json()["message"], shown.json()["status"]) == (413, MESSAGE, 413)
    assert shopper.client.post(path, LARGE).status_code == 413


def test_too_many_fields_are_too_much_as_well() -> None:
    many = {f"field{number}": "1" for number in range(600)}
    assert Client().post("/?wc-ajax=checkout", many).status_code == 413


def test_other_faults_keep_their_answer() -> None:
    assert Client().get("/", headers={"Host": "evil.example"}).status_code == 400


@pytest.mark.parametrize("path", ["/", "/shop/", "/cart/", "/admin/login/", "/wp-json/wc/store/v1/products"])
def test_an_address_with_too_many_parameters_is_too_much_as_well(path: str) -> None:
    assert Client().get(path, {f"field{number}": "1" for number in range(600)}).status_code == 413
