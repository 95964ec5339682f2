"""A gift set is bought as one thing, and counts as its bottles."""

from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from vintner.catalogue.models import Product, SetItem
from vintner.checkout.tests.placing.shipments import place, read_refusal
from vintner.money import Money
from vintner.orders.documents.documents import invoice, packing_slip
from vintner.orders.invariants import audit
from vintner.shipping.models import Destination, Method, Sent
from vintner.testing.builders import make_cart, make_product, make_set
from vintner.testing.papers import read_lines
from vintner.testing.shopper import Shopper
from vintner.testing.store import open_store

pytestmark = pytest.mark.django_db(transaction=True)
CONTENTS = "2 × Magnum 2019, 1.5 l; 1 × Rosé NV"


@pytest.fixture
def gift() -> Product:
    """A set of two magnums and a bottle, in an open store."""
    open_store()
    magnum = make_product(name="Magnum", facts={"Bottle size": "1.5 l", "Vintage": "2019", "Grape": "Merlot"})
    return make_set((magnum, 2), (make_product(name="Rosé", facts={"Grape": "Merlot"}), 1), name="Gift", stock=99)


def test_the_cart_tells_its_bottles_and_counts_them(gift: Product) -> None:
    shopper = Shopper().puts(gift, 2)
    answer = shopper.call("get_refreshed_fragments")
    told = str(answer["fragments"])
    assert CONTENTS in told
    assert "Box of" not in told
    [item] = shopper.client.get("/wp-json/wc/store/v1/cart").json()["items"]
    assert {"key": "Contents", "value": CONTENTS} in [
        {name: each[name] for name in ("key", "value")} for each in item["item_data"]
    ]
    assert '"count":6' in told.replace("&quot;", '"')


def test_the_order_keeps_what_was_inside(gift: Product) -> None:
    order = place(make_cart((gift, 2)))
    [line] = order.lines.all()
    assert (line.options, line.vintage, line.bottles_each, line.bottles) == (CONTENTS, "", 3, 6)
    SetItem.objects.filter(quantity=2).delete()
    assert line.label.about == CONTENTS
    for paper in (read_lines(packing_slip(order)), read_lines(invoice(order))):
        text = " ".join(paper.split())
        assert "2 boxes (6 bottles)" in text
        assert "2 × Magnum 2019, 1.5 l" in text


def test_the_ledger_counts_bottles_and_litres(gift: Product) -> None:
    place(make_cart((gift, 2)))
    [row] = Sent.objects.all()
    assert (row.bottles, row.litres) == (6, Decimal("7.5"))
    assert audit() == []


def test_limits_are_of_bottles_and_litres(gift: Product) -> None:
    Destination.objects.filter(state="CA").update(most_bottles=12)
    assert "take 3 bottles out" in read_refusal(make_cart((gift, 5)))
    Destination.objects.filter(state="CA").update(most_bottles=None, most_litres=Decimal("7.5"))
    assert "7.5 liters" in read_refusal(make_cart((gift, 3)))
    place(make_cart((gift, 2)))


def test_a_delivery_is_charged_by_the_bottle(gift: Product) -> None:
    Method.objects.filter(kind="flat_rate").update(cost="2 * [qty]")
    assert place(make_cart((gift, 2), (make_product(), 1))).shipping_total == Money(14_00)


def test_a_long_list_is_kept_as_far_as_it_fits(gift: Product) -> None:
    long = make_set(*((make_product(name=f"{number} {'Long name ' * 19}"), 1) for number in range(9)), name="Long")
    [line] = place(make_cart((long, 1))).lines.all()
    assert len(line.options) == 1000


def test_a_cart_takes_no_query_more_for_it(gift: Product) -> None:
    def queries(product: Product) -> int:
        shopper = Shopper().puts(product)
        shopper.call("get_refreshed_fragments")
        with CaptureQueriesContext(connection) as taken:
            shopper.call("get_refreshed_fragments")
        return len(taken)

    assert queries(gift) == queries(make_product())
