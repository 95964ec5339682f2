"""What the store says of itself is what the merchant wrote; a new store promises nothing."""

import pytest
from django.conf import settings
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from vintner.content.models import HomePromise, StoreDetails
from vintner.customers.models import User
from vintner.storefront.layout import stored_layout
from vintner.testing.html_forms import read_form

PROPS = {"accept": "application/json"}
pytestmark = pytest.mark.django_db


def test_a_new_store_says_its_name_and_address_and_nothing_else(client: Client) -> None:
    home = client.get("/", headers=PROPS).json()
    assert (home["hero_title"], home["hero_text"], home["promises"]) == (settings.STORE_NAME, "", [])
    assert f"<title>{settings.STORE_NAME}</title>" in client.get("/").content.decode()
    footer = home["shared"]["footer"]
    assert footer["address"][0] == settings.STORE_STREET
    assert {name: footer[name] for name in ("words", "telephone", "hours", "note")} == {
        "words": "",
        "telephone": None,
        "hours": "",
        "note": "",
    }


def test_pages_have_the_merchants_words(client: Client) -> None:
    StoreDetails.objects.create(
        telephone="(415) 555-0100",
        hours="Weekdays",
        footer_words="Small growers.",
        closing_note="Adults only.",
        home_title="Wine from people",
        home_text="Sent to you.",
        home_tag="wine from people",
        home_description="Small growers’ wines.",
    )
    HomePromise.objects.create(title="Second", text="b", icon="leaf", position=2)
    HomePromise.objects.create(title="First", text="a", position=1)
    home = client.get("/", headers=PROPS).json()
    assert (home["hero_title"], home["hero_text"]) == ("Wine from people", "Sent to you.")
    assert home["promises"] == [
        {"title": "First", "text": "a", "icon": "delivery"},
        {"title": "Second", "text": "b", "icon": "leaf"},
    ]
    document = client.get("/").content.decode()
    assert f"<title>{settings.STORE_NAME} – wine from people</title>" in document
    assert '<meta name="description" content="Small growers’ wines.">' in document
    footer = client.get("/cart/", headers=PROPS).json()["shared"]["footer"]
    assert footer["telephone"] == {"label": "(415) 555-0100", "url": "tel:4155550100"}
    assert (footer["words"], footer["hours"], footer["note"]) == ("Small growers.", "Weekdays", "Adults only.")


def test_the_footer_costs_no_query_of_its_own(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    StoreDetails.objects.create(footer_words="Small growers.")
    with django_assert_num_queries(1):
        assert stored_layout().footer.words == "Small growers."


def test_the_merchant_writes_them_in_the_admin(client: Client) -> None:
    client.force_login(User.objects.create_superuser(email="staff@example.com", password="long-and-winding-26"))
    add = "/admin/content/storedetails/add/"
    form = read_form(client.get(add).content.decode(), "storedetails_form")
    assert client.post(add, form | {"telephone": "555-0100"}).status_code == 302
    assert StoreDetails.objects.get().telephone == "555-0100"
    assert client.get(add).status_code == 403, "there is one row"
    assert client.post("/admin/content/storedetails/1/delete/", {"post": "yes"}).status_code == 403
