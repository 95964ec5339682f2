"""Pages of wine that is sold by subscription say what recurs, and nothing tells a price for a single purchase."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from vintner.express.models import ExpressSettings
from vintner.storefront.tests.promoted import promote, read_feed, read_props, read_structured_data
from vintner.testing.builders import make_box_wine, make_plan, make_product

pytestmark = pytest.mark.django_db


def test_the_page_has_the_terms_beside_the_price(client: Client) -> None:
    box = make_box_wine(make_plan(trial_boxes=1, trial_price="19.00", bottles=3), price="60.00")
    page = read_props(client, box.get_absolute_url())
    assert (page["price"]["current"], page["unit"]) == ("$60.00", "every month · First box $19.00")
    assert page["button"] == "Subscribe"
    assert "Each box holds 3 bottles." in page["plan_terms"]


def test_wine_that_is_sold_once_has_no_terms(client: Client) -> None:
    page = read_props(client, make_product().get_absolute_url())
    assert (page["plan_terms"], page["button"]) == ([], "Add to cart")


def test_a_card_leads_to_the_terms(client: Client) -> None:
    make_box_wine(make_plan(trial_boxes=1, trial_price="19.00"), price="60.00")
    (card,) = read_props(client, "/shop/")["cards"]
    assert (card["price"]["current"], card["unit"], card["price_note"]) == ("$60.00", "every month", "First box $19.00")
    assert (card["can_add"], card["button"]) == (False, "Subscribe")


def test_the_search_box_says_how_often_a_price_is_due(client: Client) -> None:
    make_box_wine(make_plan(name="Cellar club"), price="60.00")
    [found] = client.get("/search/suggestions/?q=cellar+club").json()["wines"]
    assert found["price"] == "$60.00 every month"


def test_promotions_lower_no_price_that_recurs(client: Client) -> None:
    box = make_box_wine(price="60.00")
    promote(box)
    page = read_props(client, box.get_absolute_url())
    assert (page["price"]["current"], page["price"]["regular"], page["dynamic_pricing"]) == ("$60.00", "", False)
    assert read_props(client, "/shop/")["cards"][0]["price"]["current"] == "$60.00"
    assert client.get(f"/wp-json/wc/store/v1/products/{box.pk}").json()["prices"]["price"] == "6000"


def test_search_engines_are_told_no_price_of_a_single_purchase(client: Client) -> None:
    box, wine = make_box_wine(), make_product(sku="ONCE")
    assert "offers" not in read_structured_data(client, box)
    assert "offers" in read_structured_data(client, wine)
    assert set(read_feed(client)) == {"ONCE"}


def test_wallets_have_no_buttons_beside_a_subscription(client: Client) -> None:
    ExpressSettings.objects.create()
    assert read_props(client, make_box_wine().get_absolute_url())["express"] is None
    assert read_props(client, make_product().get_absolute_url())["express"] is not None


def test_a_closed_plan_takes_nobody_and_says_so(client: Client) -> None:
    box = make_box_wine(make_plan(on_sale=False))
    page = read_props(client, box.get_absolute_url())
    assert (page["can_buy"], page["stock"], page["alert_consent"]) == (False, "No new subscribers", "")
    (card,) = read_props(client, "/shop/")["cards"]
    assert (card["stock"], card["can_add"], card["button"]) == ("No new subscribers", False, "See the wine")
    told = client.get(f"/wp-json/wc/store/v1/products/{box.pk}").json()
    assert not told["is_purchasable"]


def test_a_listing_of_boxes_takes_no_query_for_each(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(8):
        make_box_wine()
    client.get("/shop/")
    with django_assert_max_num_queries(9):  # eight for any listing, and the plans
        read_props(client, "/shop/?orderby=date")


def test_the_store_api_says_how_often_the_price_is_due(client: Client) -> None:
    box = make_box_wine(price="60.00")
    told = client.get(f"/wp-json/wc/store/v1/products/{box.pk}").json()
    assert told["price_html"] == '<span class="price">$60.00</span> every month'
    assert told["add_to_cart"]["text"] == "Subscribe"
