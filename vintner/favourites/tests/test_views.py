"""The page of favourites and its forms, without JavaScript."""

from typing import Any

import pytest
from django.test import Client

from vintner.cart.models import CartLine
from vintner.catalogue.models import Product
from vintner.favourites import favourites, views
from vintner.favourites.models import Favourite
from vintner.testing.builders import make_product, make_user, make_variable_product, set_stock

PAGE = "/favorites/"
JSON = {"Accept": "application/json"}
pytestmark = pytest.mark.django_db


def press(client: Client, product: Product, status: str = "active", *, on: str = "/shop/") -> str:
    """Send the form of a heart and return where it leads to."""
    fields = {"postid": product.pk, "status": status}
    answer = client.post(f"{PAGE}change/", fields, headers={"Referer": f"http://testserver{on}"})
    assert answer.status_code == 302
    return answer["Location"]


def names(client: Client) -> list[str]:
    page = client.get(PAGE, headers=JSON).json()
    return [card["name"] for card in page["cards"]]


@pytest.mark.parametrize("is_customer", [False, True])
def test_the_page_has_the_newest_first_as_it_is_now(client: Client, is_customer: bool) -> None:
    if is_customer:
        client.force_login(make_user())
    old, new = make_product(name="Old", price="10.00"), make_product(name="New")
    for wine in (old, new):
        assert press(client, wine, on="/shop/?orderby=date") == "/shop/?orderby=date"
    assert names(client) == ["New", "Old"]
    set_stock(old, 0)
    page = client.get(PAGE, headers=JSON)
    assert page.json()["cards"][1]["stock_kind"] == "out_of_stock"
    assert page.json()["is_guest"] is not is_customer
    assert "no-store" in page["Cache-Control"]
    Product.objects.filter(pk=new.pk).update(published=False)
    assert names(client) == ["Old"]


def test_what_is_taken_out_on_the_page_can_be_put_back(client: Client) -> None:
    wine = make_product(name="Wine")
    press(client, wine)
    address = press(client, wine, "inactive", on=PAGE)
    assert client.get(address, headers=JSON).json()["removed"] == {"product_id": wine.pk, "name": "Wine"}
    assert press(client, wine, on=address) == PAGE
    assert client.get(address, headers=JSON).json()["removed"] is None
    assert names(client) == ["Wine"]


def test_a_form_of_another_site_changes_nothing(client: Client) -> None:
    wine = make_product()
    client.force_login(make_user())
    for form in ("change/", "add-to-cart/"):
        fields = {"postid": wine.pk, "status": "active"}
        assert client.post(PAGE + form, fields, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert not Favourite.objects.exists()


@pytest.mark.parametrize("referer", ["", "https://elsewhere.example/x", "http://testserver//elsewhere.example/x"])
def test_a_form_leads_to_no_other_site(client: Client, referer: str) -> None:
    fields = {"postid": make_product().pk, "status": "active"}
    headers = {"Referer": referer, "Sec-Fetch-Site": "same-origin"}
    assert client.post(f"{PAGE}change/", fields, headers=headers)["Location"] == PAGE


def test_all_are_added_to_the_cart_and_what_cannot_be_is_named(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "MOST_NAMED", 1)
    gone, chosen = make_product(name="Gone"), make_variable_product(name="Chosen")
    for wine in (make_product(), gone, chosen, make_product()):
        press(client, wine)
    client.get(PAGE, headers=JSON)  # the messages so far
    set_stock(gone, 0)
    answer = client.post(f"{PAGE}add-to-cart/")
    assert answer["Location"] == "/cart/"
    assert CartLine.objects.count() == 2
    told = [notice["text"] for notice in client.get("/cart/", headers=JSON).json()["shared"]["notices"]]
    assert len(told) == 3
    assert "Gone" in told[0]
    assert told[1:] == ["1 more of your favorites could not be added.", "2 wines have been added to your cart."]


def test_an_empty_list_adds_nothing(client: Client) -> None:
    assert client.post(f"{PAGE}add-to-cart/")["Location"] == PAGE


def save(client: Client, wine: Product) -> list[dict[str, Any]]:
    """Put a wine into the cart, save it for later, and return what the cart's page tells."""
    client.post("/cart/add/", {"add-to-cart": wine.pk, "quantity": 2})
    client.get("/cart/", headers=JSON)
    answer = client.post(f"{PAGE}save-for-later/", {"save_item": CartLine.objects.get().key})
    assert answer["Location"] == "/cart/"
    notices: list[dict[str, Any]] = client.get("/cart/", headers=JSON).json()["shared"]["notices"]
    return notices


def test_a_line_of_the_cart_is_saved_for_later_and_comes_back(client: Client) -> None:
    [notice] = save(client, make_product(name="Wine"))
    assert notice["text"] == "“Wine” has been moved to your favorites."
    assert names(client) == ["Wine"]
    assert client.cookies["woocommerce_items_in_cart"].value == ""
    client.get(notice["link"]["url"])
    assert CartLine.objects.filter(removed_at=None).values_list("quantity", flat=True).get() == 2


def test_what_the_list_does_not_take_stays_in_the_cart(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(favourites, "MOST_OF_GUEST", 0)
    [notice] = save(client, make_product())
    assert "is full" in notice["text"]
    assert CartLine.objects.filter(removed_at=None).exists()
    assert client.post(f"{PAGE}save-for-later/", {"save_item": "x"}).status_code == 302
    assert Client().post(f"{PAGE}save-for-later/").status_code == 302
