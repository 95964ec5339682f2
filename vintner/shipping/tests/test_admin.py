"""A merchant sets up delivery alone."""

import pytest
from django.test import Client
from django.urls import reverse

from vintner.catalogue.classes import ShippingClass
from vintner.money import Money
from vintner.pricing import books
from vintner.shipping.models import ClassCost, Destination, Method, Zone
from vintner.shipping.rules import Place
from vintner.testing.html_forms import read_form

pytestmark = pytest.mark.django_db


def form(**fields: str) -> dict[str, str]:
    """Return a zone's form with a region and a method."""
    return {
        "name": "Bay Area",
        "position": "0",
        "postcodes": "941*\r\n94501...94709",
        "regions-TOTAL_FORMS": "1",
        "regions-INITIAL_FORMS": "0",
        "regions-0-country": "us",
        "regions-0-state": "ca",
        "methods-TOTAL_FORMS": "1",
        "methods-INITIAL_FORMS": "0",
        "methods-0-kind": "flat_rate",
        "methods-0-title": "Courier",
        "methods-0-cost": "5 + 0.50 * [qty]",
        "methods-0-minimum": "0",
        "methods-0-enabled": "on",
        "methods-0-position": "0",
        **fields,
    }


def test_a_zone_is_made_in_one_form(staff: Client) -> None:
    assert staff.post(reverse("admin:shipping_zone_add"), form()).status_code == 302
    [zone] = books.load().zones
    assert zone.postcodes.hold("94601-1234")
    assert [(region.country, region.state) for region in zone.regions] == [("US", "CA")]
    assert [method.title for method in zone.methods] == ["Courier"]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"postcodes": "94*1"}, "names no ZIP or postal codes"),
        ({"methods-0-cost": "5 +"}, "A cost ends too early."),
        ({"methods-0-cost": "[weight]"}, "is none of [qty], [cost]"),
        ({"regions-0-continent": "EU"}, "Name a continent or a country, not both."),
        ({"regions-0-country": "ZZ"}, "There is no country &#x27;ZZ&#x27;."),
        ({"regions-0-state": "Bayern"}, "There is no state &#x27;Bayern&#x27; in the United States."),
        ({"regions-0-country": ""}, "Name the state&#x27;s country too."),
    ],
)
def test_what_makes_no_sense_is_said_in_the_form(staff: Client, fields: dict[str, str], words: str) -> None:
    answer = staff.post(reverse("admin:shipping_zone_add"), form(**fields))
    assert answer.status_code == 200
    assert words in answer.content.decode()
    assert not Zone.objects.exists()


def test_a_shipping_class_gets_a_cost(staff: Client) -> None:
    ShippingClass.objects.create(slug="magnum", name="Magnums")
    zone = Zone.objects.create(name="All")
    method = Method.objects.create(zone=zone, kind="flat_rate", title="Flat rate", cost="10")
    address = reverse("admin:shipping_method_change", args=[method.pk])
    fields = read_form(staff.get(address).content.decode(), "method_form") | {
        "class_costs-TOTAL_FORMS": ["2"],
        "class_costs-0-shipping_class": ["magnum"],
        "class_costs-0-cost": ["3 * [qty]"],
        "class_costs-1-shipping_class": [""],
        "class_costs-1-cost": ["1"],
    }
    assert staff.post(address, fields).status_code == 302
    assert list(ClassCost.objects.values_list("shipping_class", "cost")) == [("magnum", "3 * [qty]"), ("", "1")]


def test_a_destination_gets_its_terms(staff: Client) -> None:
    fields = {
        "country": "us",
        "state": "oh",
        "wine_allowed": "on",
        "note": "",
        "most_bottles": "",
        "most_litres": "9",
        "period": "month",
        "legal_age": "21",
        "signature_fee": "4.50",
    }
    assert staff.post(reverse("admin:shipping_destination_add"), fields).status_code == 302
    assert books.load().destination(Place(country="US", state="OH")).signature_fee == Money(450)
    assert str(Destination.objects.get()) == "US-OH"
    assert staff.get(reverse("admin:shipping_destination_changelist")).status_code == 200
    minor = staff.post(reverse("admin:shipping_destination_add"), {**fields, "state": "tx", "legal_age": "12"})
    assert "Enter an age from 16 to 25." in minor.content.decode()
    stateless = staff.post(reverse("admin:shipping_destination_add"), {**fields, "state": ""})
    assert "Name a state of the United States." in stateless.content.decode()


def test_a_country_without_states_is_a_destination_as_a_whole(staff: Client) -> None:
    page = staff.get(reverse("admin:shipping_destination_add")).content.decode()
    fields = read_form(page, "destination_form") | {"country": ["DE"], "state": [""], "wine_allowed": ["on"]}
    assert staff.post(reverse("admin:shipping_destination_add"), fields).status_code == 302
    assert str(Destination.objects.get()) == "DE"
    book = books.load()
    assert book.destination(Place(country="DE", state="Bayern")).wine_allowed
    assert not book.destination(Place(country="US", state="CA")).wine_allowed


def test_the_list_tells_of_a_stored_place_that_there_is_not(staff: Client) -> None:
    """The list edits two columns only, and what is wrong is in another one."""
    Destination.objects.create(country="XX", state="BAY")
    address = reverse("admin:shipping_destination_changelist")
    fields = read_form(staff.get(address).content.decode(), "changelist-form")
    answer = staff.post(address, fields | {"form-0-note": ["Licence 7"], "_save": ["Save"]})
    assert "There is no country &#x27;XX&#x27;." in answer.content.decode()
