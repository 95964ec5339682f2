"""Wine that bad weather would meet on its way waits, unless the shopper wants it at once."""

import json
import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from html import unescape
from typing import Any
from unittest.mock import patch
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from vintner.checkout.pages import OrderReview
from vintner.checkout.tests.fields.plain_form import send_form
from vintner.orders import orders
from vintner.orders.documents.documents import packing_slip
from vintner.orders.models import Order
from vintner.orders.rules import Status
from vintner.payments.models import SavedMethod
from vintner.pricing.choices import PromotionKind
from vintner.pricing.models import Promotion
from vintner.shipping.models import DeliveryTimes, HoldSeason, Method
from vintner.store_api.tests.buying import buys, puts, said
from vintner.testing.api_client import ApiClient
from vintner.testing.builders import make_product, make_user
from vintner.testing.papers import read_text, write_bodies
from vintner.testing.provider import DECLINED, ProviderDouble
from vintner.testing.shopper import FORM, Shopper

pytestmark = pytest.mark.usefixtures("store", "summer")
JULY = datetime(2027, 7, 1, 10, tzinfo=ZoneInfo("America/Los_Angeles"))
"""A Thursday: what is ordered leaves on Friday, and after the season on Thursday, September 16."""
JSON = {"Accept": "application/json"}
SAFE = "FedEx Ground, arrives Mon–Wed, Sep 20–22"
SOON = "FedEx Ground, arrives Tue–Thu, Jul 6–8"
HELD = "Held for cooler weather until September 16, 2027"
AFTER, AT_ONCE = date(2027, 9, 16), None


@pytest.fixture
def summer() -> Iterator[None]:
    DeliveryTimes.objects.create()
    Method.objects.filter(kind="flat_rate").update(carrier="FedEx Ground", transit_from=2, transit_to=4)
    HoldSeason.objects.create(kind="heat", first_month=6, first_day=15, last_month=9, last_day=15, places=["US-CA"])
    with patch.object(timezone, "now", return_value=JULY):
        yield


def page(shopper: Shopper, address: str = "/checkout/") -> Any:  # noqa: ANN401 - the props of a page
    props = shopper.client.get(address, headers=JSON).json()
    return props["contents" if address == "/cart/" else "review"]


def review(shopper: Shopper, **fields: str) -> Any:  # noqa: ANN401 - the props of a section
    """Return the order review as the page's script fetches it after a change of the form."""
    form = FORM | fields
    sent = {f"s_{name}": form[f"billing_{name}"] for name in ("country", "state", "postcode", "city")}
    sent |= {name: form[name] for name in ("shipping_method[0]",) if name in form}
    answer = shopper.call("update_order_review", security=shopper.token(), post_data=urlencode(form), **sent)
    section = str(dict(answer["fragments"])[OrderReview.selector])  # type: ignore[call-overload]
    props = re.search(r"data-props='([^']*)'", section)
    assert props is not None, section
    return json.loads(unescape(props[1]))


def chosen_in(shown: Any) -> str:  # noqa: ANN401 - the props of a section
    [chosen] = [each["value"] for each in shown["hold"]["choices"] if each["chosen"]]
    return str(chosen)


def read_hold(order: Order) -> tuple[str, date | None, str]:
    order.refresh_from_db()
    return order.hold_kind, order.ship_not_before, order.arrival_words


def pickup() -> dict[str, str]:
    return {"shipping_method[0]": f"local_pickup:{Method.objects.get(kind='local_pickup').pk}"}


@pytest.mark.parametrize("address", ["/checkout/", "/checkout/classic/", "/checkout/block/"])
def test_both_checkouts_offer_to_wait_and_preselect_it(address: str) -> None:
    shown = page(Shopper().puts(make_product()), address)
    assert shown["hold"] == {
        "title": "Hot weather",
        "text": "Hot weather can spoil wine on its way to California.",
        "choices": [
            {
                "value": "hold",
                "label": "Ship when it is safe – leaves Thu, Sep 16",
                "note": "Arrives Mon–Wed, Sep 20–22.",
                "chosen": True,
            },
            {
                "value": "now",
                "label": "Ship now – arrives Tue–Thu, Jul 6–8",
                "note": "Ships as soon as it is packed. We can’t replace bottles spoiled by the weather.",
                "chosen": False,
            },
        ],
    }
    assert [each["note"] for each in shown["shipping"]] == ["FedEx Ground", "Ready Fri, Jul 2"]


def test_the_cart_tells_the_days_after_the_hold() -> None:
    shown = page(Shopper().puts(make_product()), "/cart/")
    assert [each["note"] for each in shown["shipping"]] == [SAFE, "Ready Fri, Jul 2"]
    assert shown["hold"]["choices"] == []
    assert shown["hold"]["text"] == (
        "Hot weather can spoil wine on its way to California. We ship your order when it is safe: it leaves Thu, Sep 16"
        " and arrives Mon–Wed, Sep 20–22. Would you rather have it right away? You can choose at checkout."
    )


def test_where_the_merchant_decides_there_is_nothing_to_choose(provider: ProviderDouble) -> None:
    DeliveryTimes.objects.update(hold_is_optional=False)
    shopper = Shopper().puts(make_product())
    shown = page(shopper)
    assert (shown["hold"]["choices"], shown["shipping"][0]["note"]) == ([], SAFE)
    assert shown["hold"]["text"].endswith("it leaves Thu, Sep 16 and arrives Mon–Wed, Sep 20–22.")
    assert read_hold(Order.objects.get(pk=shopper.pays(weather_hold="now").order_id)) == ("heat", AFTER, SAFE)


@pytest.mark.parametrize("why", ["pickup", "elsewhere", "no wine", "off", "out of season", "no times"])
def test_whatever_no_weather_meets_shows_nothing(provider: ProviderDouble, why: str) -> None:
    shopper = Shopper().puts(make_product(alcoholic=why != "no wine"))
    fields: dict[str, str] = {}
    match why:
        case "pickup":
            fields = pickup()
        case "elsewhere":
            fields = {"billing_state": "NY", "billing_city": "New York", "billing_postcode": "10001"}
        case "off":
            HoldSeason.objects.update(active=False)
        case "out of season":
            HoldSeason.objects.update(last_month=6, last_day=30)
        case "no times":
            DeliveryTimes.objects.all().delete()
    assert review(shopper, **fields)["hold"] is None
    order = Order.objects.get(pk=shopper.pays(weather_hold="now", **fields).order_id)
    assert read_hold(order)[:2] == ("", None)


@pytest.mark.parametrize(
    ("sent", "until", "words"),
    [
        ({}, AFTER, SAFE),
        ({"weather_hold": "hold"}, AFTER, SAFE),
        ({"weather_hold": "now"}, AT_ONCE, SOON),
        ({"weather_hold": ""}, AFTER, SAFE),
        ({"weather_hold": "NOW"}, AFTER, SAFE),
        ({"weather_hold": "2027-07-02"}, AFTER, SAFE),
        ({"weather_hold": "\x00" * 4_000}, AFTER, SAFE),
        ({"ship_not_before": "2027-07-02", "hold_kind": ""}, AFTER, SAFE),
    ],
)
def test_only_the_shoppers_own_choice_sends_it_at_once(
    provider: ProviderDouble, sent: dict[str, str], until: date | None, words: str
) -> None:
    order = Order.objects.get(pk=Shopper().puts(make_product()).pays(**sent).order_id)
    assert read_hold(order) == ("heat", until, words)


@pytest.mark.parametrize(("sent", "until", "words"), [({}, AFTER, SAFE), ({"weather_hold": "now"}, AT_ONCE, SOON)])
def test_the_store_api_waits_unless_it_is_told_otherwise(
    provider: ProviderDouble, sent: dict[str, str], until: date | None, words: str
) -> None:
    client = ApiClient()
    puts(client)
    assert buys(client, extensions=said(**sent)).status == 200
    assert read_hold(Order.objects.get()) == ("heat", until, words)


def test_the_choice_survives_a_new_order_review() -> None:
    shopper = Shopper().puts(make_product())
    for choice in ("now", "hold", "now"):
        assert chosen_in(review(shopper, weather_hold=choice)) == choice


def test_without_javascript_the_choice_is_posted_and_shown_again(provider: ProviderDouble) -> None:
    shopper = Shopper()
    shopper.client.force_login(make_user())
    assert shopper.puts(make_product()).pays(**{"wc-stripe-new-payment-method": "true"}).result == "success"
    shopper.puts(make_product())
    card = {"wc-stripe-payment-token": str(SavedMethod.objects.get().pk)}
    refused = send_form(shopper, **card, weather_hold="now", billing_first_name="").json()  # type: ignore[attr-defined]
    assert chosen_in(refused["review"]) == "now"
    assert send_form(shopper, **card, weather_hold="now").status_code == 302
    assert read_hold(Order.objects.latest("pk")) == ("heat", AT_ONCE, SOON)


def test_a_season_that_began_since_the_page_was_shown_holds_at_the_same_total(provider: ProviderDouble) -> None:
    HoldSeason.objects.update(active=False)
    shopper = Shopper().puts(make_product())
    shown = page(shopper)
    assert shown["hold"] is None
    HoldSeason.objects.update(active=True)
    answer = shopper.pays(shown_total=str(shown["shown_total"]))
    order = Order.objects.get(pk=answer.order_id)
    assert (read_hold(order), order.total.minor) == (("heat", AFTER, SAFE), shown["shown_total"])


def test_a_delivery_that_a_promotion_pays_waits_too(provider: ProviderDouble) -> None:
    Promotion.objects.create(title="On us", kind=PromotionKind.DELIVERY)
    shopper = Shopper().puts(make_product())
    assert [each["note"] for each in page(shopper)["shipping"]][1] == f"{SAFE}, or Tue–Thu, Jul 6–8 if shipped now"
    assert read_hold(Order.objects.get(pk=shopper.pays().order_id)) == ("heat", AFTER, SAFE)


def test_the_order_tells_everywhere_until_when_it_waits(provider: ProviderDouble) -> None:
    shopper, customer = Shopper(), make_user()
    shopper.client.force_login(customer)
    answer = shopper.puts(make_product()).pays()
    order = Order.objects.get(pk=answer.order_id)
    receipt = shopper.client.get(answer.redirect, headers=JSON).json()
    assert receipt["status_text"] == f"Payment received. Your wine is {HELD[0].lower()}{HELD[1:]}."
    assert receipt["delivery"] == SAFE
    assert "We’ll pack your wine once the weather is safe" in receipt["next_steps"][1]
    own = shopper.client.get(reverse("view_order", args=[order.pk]), headers=JSON).json()
    assert own["state"] == HELD
    assert [each["label"] for each in own["steps"]] == ["Placed", "Paid", HELD, "Packed and sent"]
    listed = shopper.client.get(reverse("orders"), headers=JSON).json()
    assert HELD in str(listed)
    for email in order.emails.filter(kind__in=["processing", "new_order"]):
        for body in write_bodies(email):
            assert f"Delivery {SAFE}" in body.replace("Delivery:", "Delivery")
            assert f"Weather {HELD}" in body.replace("Weather:", "Weather")
    for body in write_bodies(order.emails.get(kind="processing")):
        assert "are packing your order" not in body
        assert f"Your wine is held{HELD[4:]}. We’ll pack it then" in body
    slip = read_text(packing_slip(order))
    assert SAFE in slip
    assert HELD in slip
    with patch.object(timezone, "now", return_value=datetime(2027, 9, 16, 0, 30, tzinfo=JULY.tzinfo)):
        shopper.client.force_login(customer)
        over = shopper.client.get(reverse("view_order", args=[order.pk]), headers=JSON).json()
    assert "Held for" not in str(over)
    assert over["state"] == "Being packed"


def test_what_its_customer_wants_at_once_is_packed_like_any_other(provider: ProviderDouble) -> None:
    answer = Shopper().puts(make_product()).pays(weather_hold="now")
    order = Order.objects.get(pk=answer.order_id)
    for body in write_bodies(order.emails.get(kind="processing")):
        assert "are packing your order" in body
        assert "Held for" not in body


@pytest.mark.parametrize(
    ("choice", "first", "later"),
    [
        ("hold", ("heat", AFTER, SAFE), ("heat", AFTER, SAFE)),
        ("now", ("heat", AT_ONCE, SOON), ("heat", AT_ONCE, "FedEx Ground, arrives Thu–Mon, Jul 8–12")),
    ],
)
def test_what_is_paid_late_keeps_the_choice(
    provider: ProviderDouble, choice: str, first: tuple[object, ...], later: tuple[object, ...]
) -> None:
    Shopper().puts(make_product()).pays(DECLINED, weather_hold=choice)
    order = Order.objects.get()
    assert read_hold(order) == first
    with patch.object(timezone, "now", return_value=JULY + timedelta(days=4)):  # a Monday: sent on Tuesday
        orders.move(order, Status.PROCESSING, "Paid in the end.")
    assert read_hold(order) == later


def test_what_is_paid_after_the_season_is_held_no_more(provider: ProviderDouble) -> None:
    Shopper().puts(make_product()).pays(DECLINED)
    order = Order.objects.get()
    with patch.object(timezone, "now", return_value=JULY + timedelta(days=90)):
        orders.move(order, Status.PROCESSING, "Paid in the end.")
    assert read_hold(order)[:2] == ("", None)


def test_another_try_may_choose_otherwise(provider: ProviderDouble) -> None:
    shopper = Shopper().puts(make_product())
    shopper.pays(DECLINED, weather_hold="now")
    assert shopper.pays(weather_hold="hold").result == "success"
    assert read_hold(Order.objects.get()) == ("heat", AFTER, SAFE)


@pytest.mark.parametrize("address", ["/cart/", "/checkout/"])
def test_a_season_costs_a_page_no_query(address: str) -> None:
    shopper, counts = Shopper().puts(make_product()), []
    for active in (True, False):
        HoldSeason.objects.update(active=active)
        assert (page(shopper, address)["hold"] is not None) is active  # the edit makes a new price book, once
        with CaptureQueriesContext(connection) as queries:
            page(shopper, address)
        counts.append(len(queries))
    assert counts[0] == counts[1]
