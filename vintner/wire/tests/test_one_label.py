"""A bottle reads the same from the product page to the parcel: producer, vintage and size of every kind of product."""

import html
import io
import json
import re
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from tests.sweeps import swept
from vintner.catalogue.models import AttributeValue, Producer, Product, ProductFact, Variation
from vintner.customers.models import User
from vintner.orders.models import Email, Order
from vintner.orders.ownership import link, pay_link
from vintner.testing.builders import (
    add_fact,
    make_category,
    make_producer,
    make_product,
    make_user,
    make_variable_product,
    make_variation,
    only_variation,
)
from vintner.testing.email_words import words_of
from vintner.testing.provider import DECLINED, GOOD, ProviderDouble
from vintner.testing.shopper import Shopper, only_order
from vintner.testing.written_emails import write_all_emails
from vintner.web.answers import SECTIONS

BARE = {"Accept": f"{SECTIONS}, application/json"}

pytestmark = [pytest.mark.usefixtures("store"), pytest.mark.django_db]


@dataclass(frozen=True, kw_only=True)
class Bottle:
    """A bottle to buy, and how it has to read. `title` is the product page's heading once the bottle is chosen."""

    variation: Variation
    title: str
    maker: str = ""
    details: str = ""
    size: str = ""

    @property
    def about(self) -> str:
        return " · ".join(filter(None, (self.maker, self.details)))

    @property
    def name(self) -> str:
        return self.variation.product.name

    @property
    def line(self) -> tuple[str, str, str]:
        return self.maker, self.name, self.details


def simple() -> Bottle:
    facts = {"Vintage": "2020", "Bottle size": "750 ml"}
    wine = make_product(name="Les Hauts de Roques", producer=make_producer("Château Malvezin"), facts=facts)
    return Bottle(
        variation=only_variation(wine),
        title="Les Hauts de Roques 2020",
        maker="Château Malvezin",
        details="2020 · 750 ml",
        size="750 ml",
    )


def variable_by_vintage() -> Bottle:
    wine = made_by("Quinta da Lomba", make_variable_product(name="Reserva", prices={"2019": "20.00", "2018": "22.00"}))
    add_fact(wine, "Bottle size", "750 ml")
    return Bottle(
        variation=wine.variations.all()[1],
        title="Reserva 2018",
        maker="Quinta da Lomba",
        details="2018 · 750 ml",
        size="750 ml",
    )


def variable_by_size() -> Bottle:
    prices = {"375 ml": "12.00", "1.5 l": "48.00"}
    wine = made_by("Domaine Perrachaud", make_variable_product(name="Sous la Roche", attribute="Size", prices=prices))
    add_fact(wine, "Vintage", "2022")
    return Bottle(
        variation=wine.variations.all()[1],
        title="Sous la Roche 2022",
        maker="Domaine Perrachaud",
        details="2022 · 1.5 l",
        size="1.5 l",
    )


def vintage_and_size() -> Bottle:
    wine = made_by("Tenuta Ferrali", make_variable_product(name="Brunello", prices={"2017": "40.00"}))
    magnum = make_variation(wine, price="90.00", options={"Vintage": "2016", "Bottle size": "1.5 l"}, position=1)
    return Bottle(variation=magnum, title="Brunello 2016", maker="Tenuta Ferrali", details="2016 · 1.5 l", size="1.5 l")


def by_age() -> Bottle:
    wine = made_by("Casa do Cais", make_variable_product(name="Tawny", attribute="Age", prices={"20 years": "60.00"}))
    add_fact(wine, "Bottle size", "750 ml")
    wine.categories.add(make_category("Fortified", parent=make_category("Wine", slug="wine")))
    return Bottle(
        variation=wine.variations.get(),
        title="Tawny NV",
        maker="Casa do Cais",
        details="NV · 750 ml · Age: 20 years",
        size="750 ml",
    )


def non_vintage() -> Bottle:
    sparkling = make_category("Sparkling", parent=make_category("Wine", slug="wine"))
    wine = make_product(
        name="Blanc de Blancs",
        producer=make_producer("Champagne Thibault"),
        facts={"Bottle size": "750 ml"},
        categories=[sparkling],
    )
    return Bottle(
        variation=only_variation(wine),
        title="Blanc de Blancs NV",
        maker="Champagne Thibault",
        details="NV · 750 ml",
        size="750 ml",
    )


def says_it_itself() -> Bottle:
    """Its name has the producer and the vintage already."""
    facts = {"Vintage": "2022", "Bottle size": "750 ml", "Grape": "Zinfandel"}
    wine = make_product(name="One Ton Zinfandel 2022", producer=make_producer("One Ton"), facts=facts)
    return Bottle(variation=only_variation(wine), title="One Ton Zinfandel 2022", details="750 ml", size="750 ml")


def year_in_its_name() -> Bottle:
    """Its vintage stands in its name alone."""
    wine = make_product(name="Otter Bend Syrah 2021", facts={"Bottle size": "750 ml", "Grape": "Syrah"})
    return Bottle(variation=only_variation(wine), title="Otter Bend Syrah 2021", details="750 ml", size="750 ml")


def no_wine() -> Bottle:
    glasses = make_product(name="Two tasting glasses", alcoholic=False, categories=[make_category("Wine", slug="wine")])
    return Bottle(variation=only_variation(glasses), title="Two tasting glasses")


def made_by(maker: str, wine: Product) -> Product:
    wine.producer = make_producer(maker)
    wine.save()
    return wine


EVERY_KIND = pytest.mark.parametrize(
    "kind",
    swept(
        [
            simple,
            variable_by_vintage,
            variable_by_size,
            vintage_and_size,
            by_age,
            non_vintage,
            says_it_itself,
            year_in_its_name,
            no_wine,
        ],
        guards={vintage_and_size, no_wine},
    ),
)


@EVERY_KIND
def test_a_bottle_reads_the_same_from_the_page_to_the_parcel(kind: Any, provider: ProviderDouble) -> None:  # noqa: ANN401
    bottle: Bottle = kind()
    on_the_product_page(bottle)
    shopper = Shopper()
    in_the_popup_and_mini_cart(shopper, bottle)
    for page in ("/cart/", "/checkout/", "/checkout/block/"):
        assert lines(shopper.client, page) == [bottle.line], page
    in_the_store_api(shopper, bottle)
    shopper.pays(DECLINED)
    order = only_order()
    on_the_edit_page(order, bottle)
    forget_the_catalogue(bottle)
    assert lines(shopper.client, pay_link(order)) == [bottle.line]
    for_staff(order, bottle)


@EVERY_KIND
def test_what_was_bought_stays_as_it_was(kind: Any, provider: ProviderDouble) -> None:  # noqa: ANN401
    bottle: Bottle = kind()
    customer = make_user("jane@example.com")
    shopper = Shopper()
    shopper.client.force_login(customer)
    in_the_popup_and_mini_cart(shopper, bottle)
    shopper.pays(GOOD)
    order = only_order()
    forget_the_catalogue(bottle)
    assert lines(shopper.client, link("order_received", order)) == [bottle.line]
    in_every_email(bottle)
    in_the_account(shopper.client, customer, bottle)
    for_staff(order, bottle)
    on_paper(shopper.client, link("order_invoice", order), bottle)


def on_the_product_page(bottle: Bottle) -> None:
    product = bottle.variation.product
    props = Client().get(product.get_absolute_url(), headers={"Accept": "application/json"}).json()
    chosen = next((each for each in props["variations"] if each["variation_id"] == bottle.variation.pk), props)
    unit = "per bottle" if product.alcoholic else "each"
    assert chosen["title"] == bottle.title
    assert chosen["unit"] == " · ".join(filter(None, (unit, bottle.size)))
    about = structured_data(product)
    told = next((each for each in about.get("hasVariant", ()) if each["sku"] == bottle.variation.sku), about)
    assert told["name"].startswith(bottle.title)
    assert told.get("size", "") == bottle.size
    assert about.get("brand", {}).get("name", "") == (product.producer.name if product.producer else "")


def structured_data(product: Product) -> Any:  # noqa: ANN401 - JSON
    page = Client().get(product.get_absolute_url()).content.decode()
    found = [json.loads(each) for each in re.findall(r'<script type="application/ld\+json"[^>]*>(.*?)</script>', page)]
    return next(each for each in found if each["@type"] in ("Product", "ProductGroup"))


def in_the_popup_and_mini_cart(shopper: Shopper, bottle: Bottle) -> None:
    number = str(bottle.variation.pk)
    fields = {"add-to-cart": number, "action": "xoo_cp_add_to_cart"}
    response = shopper.client.post("/?wc-ajax=xoo_cp_add_to_cart", fields, headers=BARE)
    for section in response.json()["fragments"].values():
        [props] = re.findall(r"data-props='([^']*)'", section)
        told = json.loads(html.unescape(props))
        assert [read(line) for line in told["lines"]] == [bottle.line]
        assert told["notice"] == f"“{bottle.name}” has been added to your cart."


def in_the_store_api(shopper: Shopper, bottle: Bottle) -> None:
    [item] = shopper.client.get("/wp-json/wc/store/v1/cart").json()["items"]
    assert item["name"] == bottle.name
    words = [each["value"] for each in (*item["item_data"], *item["variation"])]
    product = bottle.variation.product
    wanted = [product.producer.name if product.producer else "", *bottle.details.replace("Age: ", "").split(" · ")]
    assert sorted(word for word in words if word not in bottle.name) == sorted(
        word for word in wanted if word and word not in bottle.name
    )


def in_every_email(bottle: Bottle) -> None:
    write_all_emails()
    sent = Email.objects.filter(kind__in=("processing", "new_order"))
    assert sent.count() == 2
    about = f" ({bottle.about})" if bottle.about else ""
    for email in sent:
        assert f"1 x {bottle.name}{about}: " in email.text
        assert f" {' '.join(filter(None, (bottle.name, bottle.about)))} Quantity: 1 $" in words_of(email.html)


def in_the_account(client: Client, customer: User, bottle: Bottle) -> None:
    page = client.get("/my-source/", headers={"Accept": "application/json"}).json()
    about = f" ({bottle.about})" if bottle.about else ""
    assert [order["bought"] for order in page["orders"]] == [[f"1 × {bottle.name}{about}"]]


def on_the_edit_page(order: Order, bottle: Bottle) -> None:
    page = manager().get(reverse("admin:orders_order_edit", args=[order.pk])).content.decode()
    assert f"<b>{bottle.name}</b><small>{bottle.about}" in html.unescape(page)


def for_staff(order: Order, bottle: Bottle) -> None:
    staff = manager()
    page = staff.get(reverse("admin:orders_order_change", args=[order.pk])).content.decode()
    told = " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())
    assert f"{bottle.name} {bottle.about}".strip() in told
    for paper in ("staff_invoice", "staff_packing_slip"):
        on_paper(staff, reverse(paper, args=[order.pk]), bottle)


def manager() -> Client:
    staff = Client()
    staff.force_login(
        User.objects.filter(email="manager@example.com").first()
        or make_user("manager@example.com", is_staff=True, is_superuser=True)
    )
    return staff


def on_paper(client: Client, address: str, bottle: Bottle) -> None:
    pdf = PdfReader(io.BytesIO(client.get(address).content))
    told = " ".join(" ".join(page.extract_text() for page in pdf.pages).split())
    assert " ".join(filter(None, bottle.line)) in told, address


def lines(client: Client, address: str) -> list[tuple[str, str, str]]:
    """Return how the lines of a page read, wherever in it they are."""
    response = client.get(address, headers={"Accept": "application/json"})
    assert response.status_code == 200, address
    props = response.json()
    shown = props.get("contents") or props.get("review") or props
    return [read(line) for line in shown["lines"]]


def read(line: dict[str, str]) -> tuple[str, str, str]:
    return line["producer"], line["name"], line["details"]


def forget_the_catalogue(bottle: Bottle) -> None:
    """Rename and restate everything: an order that was placed keeps its words."""
    product = bottle.variation.product
    Producer.objects.update(name="Another house")
    ProductFact.objects.filter(product=product).delete()
    AttributeValue.objects.update(name="Another value")
    Product.objects.filter(pk=product.pk).update(name=product.name)
    product.categories.clear()
