"""Lists that customers share by a link."""

import pytest
from django.test import Client

from vintner.customers.models import User
from vintner.favourites.models import Favourite, SharedList
from vintner.testing.builders import make_product, make_user

PAGE = "/favorites/"
JSON = {"Accept": "application/json"}
pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> User:
    user = make_user("zelda@example.com", first_name="Zeldaxine")
    Favourite.objects.create(user=user, product=make_product(name="Wine"))
    return user


@pytest.fixture
def inside(client: Client, owner: User) -> Client:
    client.force_login(owner)
    return client


def share(client: Client, wanted: str) -> str:
    """Press the button and return the path of the link, '' without one."""
    assert client.post(f"{PAGE}share/", {"share": wanted}).status_code == 302
    url: str = client.get(PAGE, headers=JSON).json()["share_url"]
    return url.partition("//")[2].partition("/")[1] + url.partition("//")[2].partition("/")[2]


def test_nobody_sees_a_list_until_its_owner_asks(inside: Client) -> None:
    assert inside.get(PAGE, headers=JSON).json()["share_url"] == ""
    assert not SharedList.objects.exists()


def test_a_link_shows_the_wines_and_not_whose_they_are(inside: Client) -> None:
    link = share(inside, "yes")
    assert share(inside, "yes") == link
    page = Client().get(link, headers=JSON)
    assert [card["name"] for card in page.json()["cards"]] == ["Wine"]
    assert "zelda" not in page.content.decode().lower()
    assert "no-store" in page["Cache-Control"]


def test_an_ended_link_shows_nothing_and_the_next_is_another(inside: Client) -> None:
    link = share(inside, "yes")
    assert share(inside, "no") == ""
    assert Client().get(link).status_code == 404
    assert share(inside, "yes") != link


def test_the_link_of_a_closed_account_shows_nothing(inside: Client, owner: User) -> None:
    link = share(inside, "yes")
    User.objects.filter(pk=owner.pk).update(is_active=False)
    assert Client().get(link).status_code == 404


def test_neither_guests_nor_other_sites_share_a_list(client: Client, owner: User) -> None:
    assert share(client, "yes") == ""
    client.force_login(owner)
    foreign = {"Sec-Fetch-Site": "cross-site"}
    assert client.post(f"{PAGE}share/", {"share": "yes"}, headers=foreign).status_code == 403
    assert not SharedList.objects.exists()


@pytest.mark.parametrize("token", ["unknown", "%00", "a%2Fb", "x" * 300])
def test_a_token_that_nobody_was_given_shows_nothing(client: Client, token: str) -> None:
    assert client.get(f"{PAGE}shared/{token}/").status_code == 404
