"""Several requests in one."""

import pytest

from vintner.cart.models import Cart
from vintner.store_api import batch_views
from vintner.testing.api_client import ApiClient, Headless
from vintner.testing.builders import make_product

CART = "/wc/store/v1/cart"


def test_the_cart_that_the_first_request_makes_is_the_next_ones(client: ApiClient) -> None:
    wines = [make_product() for _ in range(3)]
    requests = [{"path": f"{CART}/add-item", "body": {"id": wine.pk}, "headers": client.headers} for wine in wines]
    answer = client.post("/batch", requests=[*requests, {"path": CART, "method": "GET", "headers": client.headers}])
    assert answer.status == 207
    assert [each["status"] for each in answer.json["responses"]] == [201, 201, 201, 200]
    assert answer.json["responses"][-1]["body"]["items_count"] == 3
    assert Cart.objects.count() == 1
    assert client.get("/cart").json["items_count"] == 3


def test_one_that_fails_undoes_none_of_the_others(client: ApiClient) -> None:
    wine = make_product()
    good = {"path": f"{CART}/add-item", "method": "POST", "body": {"id": wine.pk}, "headers": client.headers}
    bad = [{**good, "body": {"id": 999_999}}, {**good, "headers": {}}, {"path": "/wc/store/v1/nowhere"}]
    answer = client.post("/batch", requests=[good, *bad, good])
    assert [each["status"] for each in answer.json["responses"]] == [201, 400, 401, 404, 201]
    assert client.get("/cart").json["items_count"] == 2


def test_the_headers_around_a_batch_open_nothing_within(client: ApiClient) -> None:
    answer = client.post("/batch", requests=[{"path": f"{CART}/add-item", "body": {"id": make_product().pk}}])
    assert [each["status"] for each in answer.json["responses"]] == [401]
    assert not Cart.objects.exists()


@pytest.mark.parametrize(
    "path", ["/wp/v2/users", "/wc/store/v1/batch", "/wc/store/v1/batch?a=1", "/admin/", "wc/store/v1/cart", ""]
)
def test_it_asks_for_nothing_but_carts_and_products(client: ApiClient, path: str) -> None:
    answer = client.post("/batch", requests=[{"path": path, "headers": client.headers}])
    assert (answer.status, answer.json["code"]) == (400, "woocommerce_rest_invalid_path")


@pytest.mark.parametrize("page", ["docs", "openapi.json", ""])
def test_a_path_that_is_no_call_is_refused_alone(client: ApiClient, page: str) -> None:
    cart = {"path": CART, "method": "GET", "headers": client.headers}
    answer = client.post("/batch", requests=[cart, {"path": f"/wc/store/v1/{page}", "method": "GET"}, cart])
    assert [each["status"] for each in answer.json["responses"]] == [200, 404, 200]
    assert answer.json["responses"][1]["body"]["code"] == "rest_no_route"


def test_it_has_an_end(shop: None) -> None:
    answer = Headless().post("/batch", requests=[{"path": CART, "method": "GET"}] * 26)
    assert (answer.status, answer.json["code"]) == (400, "rest_invalid_param")
    assert list(answer.json["data"]["params"]) == ["requests"]


def test_what_is_not_begun_in_time_is_refused(client: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch_views, "LONGEST_SECONDS", -1.0)
    wine = make_product()
    add = {"path": f"{CART}/add-item", "body": {"id": wine.pk}, "headers": client.headers}
    answer = client.post("/batch", requests=[add, add])
    assert [each["status"] for each in answer.json["responses"]] == [503, 503]
    assert answer.json["responses"][0]["body"]["code"] == "vintner_batch_too_long"
    assert not Cart.objects.exists()


def test_products_may_be_asked_for_too(client: ApiClient) -> None:
    make_product(name="Test Red")
    answer = client.post("/batch", requests=[{"path": "/wc/store/v1/products?search=red", "method": "GET"}])
    (found,) = answer.json["responses"]
    assert (found["status"], found["headers"]["X-WP-Total"]) == (200, "1")
    assert found["body"][0]["name"] == "Test Red"
