"""The calls about favourites, for guests and customers."""

import json
from functools import partial
from typing import Any
from urllib.parse import unquote

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client, RequestFactory
from pytest_django import DjangoAssertNumQueries as CountQueries
from pytest_django import Settings

from tests.reference import reference
from vintner.catalogue.models import Product
from vintner.customers.models import User
from vintner.favourites import cookie, favourites
from vintner.favourites.favourites import FavouritesOwner, merge_into_account, set_favourite
from vintner.favourites.middleware import owner_of
from vintner.favourites.models import Favourite
from vintner.testing.builders import make_picture, make_product, make_user
from vintner.testing.races import run_together

EMAIL, PASSWORD = "ada@example.com", "violet tractor seven moons"
AJAX = "/wp-admin/admin-ajax.php"
pytestmark = pytest.mark.django_db


@pytest.fixture
def wine() -> Product:
    wine = make_product(name="Wine")
    Product.objects.filter(pk=wine.pk).update(picture=make_picture(), short_description="Dark cherry.")
    return wine


def call(client: Client, name: str, /, **fields: object) -> dict[str, Any]:
    answer = client.post(AJAX, {"action": f"favorites_{name}", **fields})
    assert answer.status_code == 200
    body: dict[str, Any] = answer.json()
    return body


def toggle(client: Client, product: Product | int, status: str = "active", **fields: object) -> dict[str, Any]:
    number = product if isinstance(product, int) else product.pk
    return call(client, "favorite", postid=number, siteid=1, status=status, **fields)


def ids_of(body: dict[str, Any]) -> list[int]:
    [site] = body["favorites"]
    ids: list[int] = site["groups"][0]["posts"]
    assert list(site["posts"]) == [str(each) for each in ids]
    return ids


def cookie_of(client: Client) -> object:
    return json.loads(unquote(client.cookies[cookie.NAME].value))


def shape(value: object) -> object:
    """Return the names and kinds of a value. Ids are names that differ."""
    if isinstance(value, dict):
        return {"id" if name.isdigit() else name: shape(each) for name, each in value.items()}
    return [shape(each) for each in value[:1]] if isinstance(value, list) else type(value).__name__


def test_answers_have_the_recorded_shape(client: Client, wine: Product) -> None:
    def recorded(name: str) -> dict[str, Any]:
        text = reference(f"spec/wire/favorites_{name}.json").read_text()
        body: dict[str, Any] = json.loads(text)["response"]["json"]
        return body

    assert call(client, "array") == recorded("array_empty")
    added = recorded("add")
    added["favorites"][0]["groups"][0]["posts"] = [141]  # the recorded list lags behind
    assert shape(toggle(client, wine)) == shape(added)
    assert shape(call(client, "array")) == shape(recorded("array"))
    assert toggle(client, 999_999) == recorded("unknown_post")
    assert call(client, "clear").keys() == recorded("clear").keys()


def test_a_guests_list_is_in_the_cookie(client: Client, wine: Product) -> None:
    other = make_product()
    toggle(client, wine)
    assert ids_of(toggle(client, other)) == [wine.pk, other.pk]
    morsel = client.cookies[cookie.NAME]
    assert (morsel["max-age"], morsel["path"], morsel["httponly"]) == (31_556_926, "/", "")
    group = {"group_id": 1, "site_id": 1, "group_name": "Default List", "posts": [wine.pk, other.pk]}
    assert cookie_of(client) == [{"site_id": 1, "posts": [wine.pk, other.pk], "groups": [group]}]
    assert ids_of(toggle(client, wine, "inactive")) == [other.pk]
    assert call(client, "totalcount", postid=other.pk) == {"status": "success", "count": 1}
    call(client, "clear")
    assert cookie_of(client) == []


@pytest.mark.parametrize("is_customer", [False, True])
def test_a_call_that_comes_twice_changes_nothing_more(client: Client, wine: Product, is_customer: bool) -> None:
    if is_customer:
        client.force_login(make_user())
    assert ids_of(toggle(client, wine)) == ids_of(toggle(client, wine)) == [wine.pk]
    assert ids_of(toggle(client, wine, "inactive")) == ids_of(toggle(client, wine, "inactive")) == []


@pytest.mark.parametrize(
    "text",
    ["", "%", "[", "[1]", "{}", '[{"posts":7}]', '[{"posts":["1",true,-1,0,null,1e9]}]', "[" * 3000, "9" * 5000],
)
def test_a_damaged_cookie_is_an_empty_list(client: Client, text: str) -> None:
    client.cookies[cookie.NAME] = text
    assert ids_of(call(client, "array")) == []


def test_a_cookie_with_positions_is_read() -> None:
    assert cookie.read_ids('[{"site_id":1,"posts":{"1":142,"3":150}}]') == [142, 150]


def test_the_fullest_cookie_fits_into_a_browser() -> None:
    ids = [9_999_999_999 - number for number in range(favourites.MOST_OF_GUEST)]
    assert len(cookie.NAME + cookie.write_ids(ids)) < 3 * 1024
    assert cookie.read_ids(cookie.write_ids(ids)) == ids


def test_a_longer_cookie_counts_up_to_the_limit() -> None:
    request = RequestFactory().get("/")
    request.user = AnonymousUser()
    request.COOKIES[cookie.NAME] = cookie.write_ids(range(1, 272))
    assert owner_of(request).cookie_ids == list(range(1, favourites.MOST_OF_GUEST + 1))


def test_the_limit_is_said_in_words(client: Client, wine: Product, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(favourites, "MOST_OF_GUEST", 1)
    monkeypatch.setattr(favourites, "MOST_OF_CUSTOMER", 1)
    toggle(client, wine)
    words = "Your list of favorites is full: it holds 1 wines. Please remove one first."
    other = make_product()
    assert toggle(client, other)["message"] == f"{words} In an account it holds 1."
    client.force_login(make_user())
    toggle(client, wine)
    assert toggle(client, other)["message"] == words


def test_what_is_not_sold_is_no_favourite(client: Client, wine: Product) -> None:
    toggle(client, wine)
    Product.objects.filter(pk=wine.pk).update(published=False)
    assert ids_of(call(client, "array")) == []
    for number in (wine.pk, 0, "x", "9" * 30):
        assert call(client, "favorite", postid=number, status="active")["message"] == "Invalid post."


def test_a_foreign_page_changes_nothing(client: Client, wine: Product) -> None:
    toggle(client, wine)
    foreign = {"Sec-Fetch-Site": "cross-site"}
    refused = {"status": "error", "message": "Security verification failed: Invalid nonce."}
    for fields in (
        {"action": "favorites_favorite", "postid": wine.pk, "status": "inactive"},
        {"action": "favorites_clear"},
    ):
        assert client.post(AJAX, fields, headers=foreign).json() == refused
    assert ids_of(call(client, "array")) == [wine.pk]
    assert toggle(client, wine, "gone") == {"status": "error", "message": "There was an error processing the request."}


def test_a_brief_answer_has_the_ids_alone(client: Client, wine: Product) -> None:
    [site] = toggle(client, wine, brief="1")["favorites"]
    assert site["posts"] == {str(wine.pk): {"post_id": wine.pk}}


def test_a_longer_list_takes_no_more_queries(client: Client, django_assert_num_queries: CountQueries) -> None:
    client.force_login(make_user())
    for _ in range(3):
        toggle(client, make_product())
    with django_assert_num_queries(5):  # session, customer, list, products, how many have them
        call(client, "array")


def test_a_list_as_html_escapes_names(client: Client) -> None:
    assert "data-nofavorites>&lt;b&gt;None</li>" in str(call(client, "list", no_favorites="<b>None")["list"])
    toggle(client, make_product(name="<i>Wine"))
    content = str(call(client, "list", include_links="true")["list"])
    assert "&lt;i&gt;Wine</a>" in content


@pytest.mark.parametrize("is_new", [False, True])
def test_a_log_in_or_registration_adds_the_guests_list_to_the_account(
    client: Client, wine: Product, settings: Settings, is_new: bool
) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # a slow one only costs time here
    form = dict.fromkeys(("xoo_el_reg_pass", "xoo_el_reg_pass_again", "xoo-el-password"), PASSWORD)
    form |= {"xoo_el_reg_email": EMAIL, "xoo_el_reg_terms": "yes", "xoo-el-username": EMAIL}
    form |= {"xoo_el_reg_fname": "Ada", "xoo_el_reg_lname": "Taster"}
    other = make_product()
    if not is_new:
        set_favourite(FavouritesOwner(make_user(EMAIL, password=PASSWORD)), other.pk, wanted=True)
    toggle(client, wine)
    toggle(client, other)
    page = client.get("/my-source/", headers={"Accept": "application/json"}).json()
    form |= {"action": "xoo_el_form_action", "csrfmiddlewaretoken": page["forms"]["csrf_token"]}
    assert client.post(AJAX, form | {"_xoo_el_form": "register" if is_new else "login"}).json()["error"] == 0
    assert client.cookies[cookie.NAME]["max-age"] == 0
    assert set(ids_of(call(client, "array"))) == {wine.pk, other.pk}
    assert Favourite.objects.filter(user__email=EMAIL).count() == 2


@pytest.mark.django_db(transaction=True)
def test_two_devices_at_once_lose_nothing() -> None:
    user: User = make_user()
    wines = [make_product() for _ in range(3)]
    lists = ([wines[0].pk, wines[1].pk], [wines[1].pk, wines[2].pk])
    assert run_together([partial(merge_into_account, ids, user) for ids in lists]) == []
    assert set(Favourite.objects.values_list("product", flat=True)) == {wine.pk for wine in wines}
