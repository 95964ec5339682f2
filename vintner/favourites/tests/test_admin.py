"""What staff sees of favourites."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from vintner.catalogue.models import Product
from vintner.favourites.models import Favourite, SharedList
from vintner.testing.builders import make_product, make_user

pytestmark = pytest.mark.django_db
WINES = "/admin/favourites/wantedwine/"
LISTS = "/admin/favourites/sharedlist/"


@pytest.fixture
def wines() -> list[Product]:
    """Three wines, of which one, two and none are favourites of customers."""
    users = [make_user(f"{name}@example.com") for name in ("ada", "bob")]
    wines = [make_product(name=name, stock=stock) for name, stock in (("Alvarinho", 9), ("Baga", 0), ("Castelao", 9))]
    Favourite.objects.create(user=users[0], product=wines[0])
    for user in users:
        Favourite.objects.create(user=user, product=wines[1])
    return wines


def test_the_most_wanted_wine_comes_first_also_sold_out(
    admin_client: Client, wines: list[Product], django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(6):
        page = admin_client.get(WINES)
    rows = [(row.name, row.customers) for row in page.context["cl"].result_list]
    assert rows == [("Baga", 2), ("Alvarinho", 1)]
    assert f"/admin/catalogue/product/{wines[1].pk}/change/" in page.text
    sold_out = admin_client.get(WINES, {"in_stock__exact": "0"})
    assert [row.name for row in sold_out.context["cl"].result_list] == ["Baga"]
    by_name = admin_client.get(WINES, {"o": "0"})
    assert [row.name for row in by_name.context["cl"].result_list] == ["Alvarinho", "Baga"]


def test_staff_ends_the_link_of_a_list_and_leaves_the_list(admin_client: Client, wines: list[Product]) -> None:
    shared = SharedList.objects.create(user=Favourite.objects.all()[0].user)
    path = f"/favorites/shared/{shared.token}/"
    assert path in admin_client.get(LISTS).text
    assert Client().get(path).status_code == 200
    admin_client.post(LISTS, {"action": "delete_selected", "_selected_action": [shared.pk], "post": "yes"})
    assert Client().get(path).status_code == 404
    assert Favourite.objects.count() == 3


def test_a_filter_that_the_list_does_not_have_is_left_out(admin_client: Client, wines: list[Product]) -> None:
    assert admin_client.get(WINES, {"created_at__year": "99999999999"}).headers["Location"] == WINES
