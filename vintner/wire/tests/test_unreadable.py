"""Forms in a character set other than UTF-8 are refused in the shape that whoever sent them reads."""

import pytest
from django.test import Client

from vintner.wire.refusal_views import UNREADABLE, UNREADABLE_TITLE

pytestmark = pytest.mark.usefixtures("store")
LISTED = f'<ul class="woocommerce-error" role="alert"><li>{UNREADABLE}</li></ul>'
FORM = "application/x-www-form-urlencoded; charset=ISO-8859-1"


def send(path: str, **headers: str) -> tuple[int, str]:
    client = Client(enforce_csrf_checks=True)
    client.cookies["csrftoken"] = "hqpvxgjUs3oS4Cj6yhi2ZaQdK21337V9"
    answer = client.post(path, "a=b", content_type=FORM, headers=headers)
    return answer.status_code, answer.content.decode()


@pytest.mark.parametrize("path", ["/cart/", "/checkout/", "/my-source/"])
def test_pages_answer_in_the_store_s_look(path: str) -> None:
    status, page = send(path)
    assert status == 400
    assert UNREADABLE in page
    assert "data-page" in page


@pytest.mark.parametrize("path", ["/admin/login/", "/admin/catalogue/tag/add/"])
def test_the_admin_answers_in_its_own_look(path: str) -> None:
    status, page = send(path)
    assert status == 400
    assert UNREADABLE_TITLE in page
    assert "unfold" in page


@pytest.mark.parametrize(
    ("path", "part"),
    [
        ("/?wc-ajax=checkout", '{"result": "failure"'),
        ("/?wc-ajax=wc_stripe_update_order_status", '{"success": false'),
        ("/?wc-ajax=add_to_cart", '{"error": '),
        ("/?wc-ajax=apply_coupon", LISTED),
        ("/wp-admin/admin-ajax.php", '{"success": false'),
    ],
)
def test_calls_answer_in_their_own_shape(path: str, part: str) -> None:
    status, body = send(path, origin="http://testserver")
    assert (status, body[: len(part)]) == (400, part)


def test_an_unknown_host_does_not_hide_behind_one() -> None:
    assert send("/cart/", host="evil.example")[0] == 400
