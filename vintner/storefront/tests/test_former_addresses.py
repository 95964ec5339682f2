"""Links to a page that got another address still arrive."""

import pytest
from django.test import Client

from vintner.catalogue.models import Category, Producer, Product, Tag
from vintner.testing.builders import make_product

pytestmark = pytest.mark.django_db


def _named(slug: str) -> Product:
    wine = make_product()
    wine.slug = slug
    wine.save()
    return wine


@pytest.fixture
def wine() -> Product:
    return _named("dolcetto")


@pytest.mark.usefixtures("wine")
def test_a_renamed_wine_is_found_by_its_old_addresses(client: Client) -> None:
    Product.objects.update(slug="dolcetto-dalba")
    Product.objects.update(slug="dogliani")
    for old in ("dolcetto", "dolcetto-dalba"):
        response = client.get(f"/product/{old}/?utm_source=letter")
        assert (response.status_code, response["Location"]) == (301, "/product/dogliani/?utm_source=letter")
    assert client.get("/product/dogliani/").status_code == 200


@pytest.mark.usefixtures("wine")
def test_a_slug_used_again_belongs_to_its_new_owner(client: Client) -> None:
    Product.objects.update(slug="dogliani")
    _named("dolcetto")
    assert client.get("/product/dolcetto/").status_code == 200
    assert client.get("/product/dogliani/").status_code == 200


@pytest.mark.usefixtures("wine")
def test_a_slug_taken_back_leads_nowhere_else(client: Client) -> None:
    Product.objects.update(slug="dogliani")
    Product.objects.update(slug="dolcetto")
    assert client.get("/product/dolcetto/").status_code == 200
    assert client.get("/product/dogliani/")["Location"] == "/product/dolcetto/"


def test_shelves_producers_and_tags_move_too(client: Client) -> None:
    for kind, path in ((Category, "product-category"), (Producer, "producer"), (Tag, "product-tag")):
        kind._default_manager.create(name="Alba", slug="alba")
        kind._default_manager.update(slug="langhe")
        assert client.get(f"/{path}/alba/")["Location"] == f"/{path}/langhe/"
    assert client.get("/product-category/alba/page/2/")["Location"] == "/product-category/langhe/page/2/"


@pytest.mark.usefixtures("wine")
def test_a_wine_that_is_gone_leads_nowhere(client: Client) -> None:
    Product.objects.update(slug="dogliani", published=False)
    assert client.get("/product/dolcetto/", follow=True).status_code == 404


@pytest.mark.parametrize(
    ("asked", "place"),
    [
        ("/my-account", "/my-source/"),
        ("/my-account/", "/my-source/"),
        ("/my-account/?next=/cart/", "/my-source/?next=/cart/"),
        ("/my-account/orders/", "/my-source/orders/"),
        ("/my-account/view-order/7/", "/my-source/view-order/7/"),
        ("/my-account/payment-methods/?page=2", "/my-source/payment-methods/?page=2"),
        ("/my-account/customer-logout/", "/my-source/customer-logout/"),
        ("/my-account//example.com/", "/my-source//example.com/"),
    ],
)
def test_the_account_is_found_at_its_usual_address(client: Client, asked: str, place: str) -> None:
    answer = client.get(asked)
    assert (answer.status_code, answer["Location"]) == (301, place)
