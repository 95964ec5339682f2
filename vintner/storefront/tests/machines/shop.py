"""A shop with every kind of product, as search engines and readers of feeds meet it."""

import json
import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from html import unescape
from typing import Any, NamedTuple
from xml.etree import ElementTree

from django.conf import settings
from django.test import Client
from django.utils import timezone

from vintner.catalogue.models import Category, Producer, Product, Tag, Variation
from vintner.testing.builders import (
    add_fact,
    make_box_wine,
    make_picture,
    make_product,
    make_review,
    make_set,
    make_variable_product,
    make_variation,
)

SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
GOOGLE = "{http://base.google.com/ns/1.0}"
ATOM = "{http://www.w3.org/2005/Atom}"
_DESCRIPTION = r'name="description" content="([^"]*)"'


class PageHead(NamedTuple):
    """What search engines read in the head of a page; what is not there is empty."""

    blocks: list[dict[str, Any]]
    canonical: str
    description: str


def fill_shop() -> None:
    """Make one product of each kind, with and without what merchants leave out."""
    soon = timezone.now() + timedelta(days=9)
    _add_wines(soon)
    _add_vintages(soon)
    Product.objects.update(picture=make_picture())
    Product.objects.filter(sku="RATED").update(short_description="Deep.", description="Deep and dry.\n\nDecant it.")
    Product.objects.filter(sku="VINTAGES").update(description="word " * 2_000)
    make_product(sku="HIDDEN-PRICE", available_from=soon, hide_price=True)
    make_box_wine()


def _add_wines(soon: datetime) -> None:
    bare = Producer.objects.create(name="Bare", slug="bare")
    known = Producer.objects.create(
        name="Known", slug="known", region="Alba", country="Italy", founded=1890, summary="Old.", picture=make_picture()
    )
    red = Category.objects.create(name="Reds & rosés", slug="reds")
    rated = make_product(sku="RATED", name="Rated 2016", producer=known, categories=[red], sale_price="12.00")
    rated.tags.add(Tag.objects.create(name="Old vines", slug="old-vines"))
    make_review(rated)
    make_product(sku="ENDS", sale_price="12.00", sale_ends_at=soon, stock=1)
    make_product(sku="S" * 51, name="\u05d0\u05b8" * 100, producer=bare)
    make_product(sku="S" * 50, producer=Producer.objects.create(name="Long " * 20, slug="long"))
    make_product(sku="SOLD-OUT", stock=0)
    make_product(sku="NOTIFY", stock=0, backorders=Variation.Backorders.NOTIFY)
    make_product(sku="SILENT", stock=0, backorders=Variation.Backorders.YES)
    make_product(sku="SOON", available_from=soon)
    make_product(sku="RELEASED", available_from=soon - timedelta(days=20))
    make_product(sku="GLASSES", name="Two glasses", alcoholic=False)
    make_set((make_product(sku="IN-A-SET"), 2), name="A set")


def _add_vintages(soon: datetime) -> None:
    vintages = make_variable_product(sku="VINTAGES", attribute="Vintage", prices={"2018": "50.00", "2019": "40.00"})
    add_fact(vintages, "Bottle size", "750 ml")
    make_variable_product(sku="SIZES", attribute="Bottle size", prices={"750 ml": "20.00", "1.5 l": "42.00"})
    casks = Product.objects.create(kind=Product.Kind.VARIABLE, sku="C" * 60, name="Casks", slug="casks")
    for age in ("10 years", "20 years"):
        options = {"Age": age, "Bottle size": "500 ml", "Casks & sizes": "1/2 pipe"}
        make_variation(casks, options=options, sale_price="15.00", sale_ends_at=soon)
    Variation.objects.filter(product=casks).update(sku=None)


def read_xml(client: Client, path: str) -> ElementTree.Element:
    """Return the document at a path."""
    response = client.get(path, headers={"Host": "127.0.0.1"})
    assert response.status_code == 200, path
    return ElementTree.fromstring(response.getvalue())  # noqa: S314 - our own


def list_locations(client: Client, path: str) -> list[str]:
    """Return the paths that a sitemap names."""
    return [str(each.text).removeprefix(settings.STORE_URL) for each in read_xml(client, path).iter(f"{SITEMAP}loc")]


def list_pages(client: Client) -> list[str]:
    """Return the paths of all pages in the sitemaps."""
    return [path for part in list_locations(client, "/sitemap.xml") for path in list_locations(client, part)]


def read_items(client: Client) -> dict[str, dict[str, str]]:
    """Return the items of the feed for Google by their ids."""
    items = [
        {field.tag.removeprefix(GOOGLE): str(field.text) for field in item}
        for item in read_xml(client, "/feed/google-products.xml").iter("item")
    ]
    found = {item["id"]: item for item in items}
    assert len(found) == len(items), "each id is there once"
    return found


def read_props(client: Client, path: str) -> dict[str, Any]:
    """Return the props of a page."""
    response = client.get(path, headers={"accept": "application/json"})
    assert response.status_code == 200, path
    props: dict[str, Any] = response.json()
    return props


def read_head(client: Client, path: str) -> PageHead:
    """Return what search engines read in the head of a page."""
    page = client.get(path).content.decode()
    blocks = re.findall(r'<script type="application/ld\+json">(.*?)</script>', page, re.DOTALL)
    named = {
        name: unescape(match[1]) if (match := re.search(pattern, page)) else ""
        for name, pattern in (("canonical", r'rel="canonical" href="([^"]*)"'), ("description", _DESCRIPTION))
    }
    return PageHead(blocks=[json.loads(block) for block in blocks], **named)


def list_addresses(block: object) -> Iterator[str]:
    """Yield all addresses of the store in a block of structured data."""
    if isinstance(block, str) and block.startswith(settings.STORE_URL):
        yield block
    for inner in block.values() if isinstance(block, dict) else block if isinstance(block, list) else ():
        yield from list_addresses(inner)
