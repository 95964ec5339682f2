"""An order that is placed in the shop knows its visitor until the day is over."""

import pytest

from vintner.analytics.models import Event, Purchase
from vintner.analytics.rules import EventKind
from vintner.testing.builders import make_product
from vintner.testing.provider import ProviderDouble
from vintner.testing.shopper import Shopper

pytestmark = pytest.mark.usefixtures("store")
DESKTOP = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def buy(user_agent: str) -> None:
    shopper = Shopper()
    shopper.client.defaults["HTTP_USER_AGENT"] = user_agent
    shopper.puts(make_product(stock=9)).pays()


def test_who_buys_is_the_visitor_who_filled_the_cart(provider: ProviderDouble) -> None:
    buy(DESKTOP)
    purchase = Purchase.objects.get()
    assert purchase.purchased_at is not None
    added = Event.objects.get(kind=EventKind.ADD_TO_CART)
    assert purchase.visitor == added.visitor


def test_an_order_of_a_program_counts_without_its_visitor(provider: ProviderDouble) -> None:
    buy("curl/8.0")
    purchase = Purchase.objects.get()
    assert (purchase.visitor, purchase.purchased_at is None) == (None, False)
    assert not Event.objects.exists()
