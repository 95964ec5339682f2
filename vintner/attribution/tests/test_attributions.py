"""What orders and customers remember of where they came from."""

from typing import Any

import pytest
from django.db import DatabaseError, transaction
from django.utils import timezone

from vintner.accounts.auth_forms.tests.visitor import Visitor, register
from vintner.attribution.attributions import device_type, erase_attribution, record_order
from vintner.attribution.labels import origin_label
from vintner.attribution.models import NAMES, CustomerAttribution, OrderAttribution
from vintner.customers.models import User
from vintner.orders.models import Order
from vintner.testing.builders import make_product
from vintner.testing.provider import GOOD, ProviderDouble
from vintner.testing.shopper import FORM, Shopper

pytestmark = pytest.mark.django_db
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148"
JSON = {"Accept": "application/json"}


def make_order() -> Order:
    return Order.objects.create(email="ana@example.com", billing={})


@pytest.mark.parametrize(
    ("source_type", "source", "label"),
    [
        ("utm", "news", "Source: News"),
        ("utm", "", "Unknown"),
        ("organic", "google", "Organic: Google"),
        ("referral", "blog.example", "Referral: Blog.example"),
        ("referral", "(odd)", "Referral: Odd"),
        ("utm", "spring (paid)", "Source: Spring (paid)"),
        ("typein", "(direct)", "Direct"),
        ("mobile_app", "", "Mobile app"),
        ("admin", "", "Web admin"),
        ("", "news", "Unknown"),
        ("other", "news", "Unknown"),
    ],
)
def test_an_origin_is_labelled(source_type: str, source: str, label: str) -> None:
    assert origin_label(source_type, source) == label


@pytest.mark.parametrize(
    ("agent", "device"),
    [
        (PHONE, "Mobile"),
        ("Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/130 Mobile Safari/537.36", "Mobile"),
        ("Mozilla/5.0 (Linux; Android 14; SM-X710) Chrome/130 Safari/537.36", "Tablet"),
        ("Mozilla/5.0 (iPad; CPU OS 16_0 like Mac OS X) Mobile/15E148", "Tablet"),
        ("Mozilla/5.0 (X11; Linux x86_64) Chrome/130 Safari/537.36", "Desktop"),
        ("", ""),
    ],
)
def test_a_device_is_told_by_the_browser(agent: str, device: str) -> None:
    assert device_type(agent) == device


@pytest.mark.usefixtures("store")
def test_an_order_remembers_what_the_cookies_say(provider: ProviderDouble) -> None:
    shopper = Shopper().puts(make_product(stock=9))
    agent: dict[str, Any] = {"User-Agent": PHONE}
    shopper.client.get("/shop/?utm_source=news&utm_campaign=spring", headers=agent)
    fields = shopper.client.get("/checkout/", headers=JSON | agent).json()["attribution"]
    assert fields["wc_order_attribution_source_type"] == "utm"
    assert fields["wc_order_attribution_utm_id"] == "(none)"
    assert fields["wc_order_attribution_session_pages"] == "2"
    shopper.call("checkout", **FORM, **shopper_token(shopper), **{"wc-stripe-payment-method": GOOD})
    found = OrderAttribution.objects.get()
    assert (found.source_type, found.utm_source, found.utm_campaign, found.utm_id) == ("utm", "news", "spring", "")
    assert (found.session_pages, found.session_count) == (1, 1)
    assert found.label == "Source: News"


def shopper_token(shopper: Shopper) -> dict[str, str]:
    return {"woocommerce-process-checkout-nonce": shopper.token()}


@pytest.mark.usefixtures("store")
@pytest.mark.parametrize(
    ("fields", "headers", "expected"),
    [
        ({"source_type": "organic", "utm_source": "google"}, {}, ("organic", "google")),
        ({"source_type": "=cmd", "utm_source": "a\r\nb"}, {}, ("", "a b")),
        ({"source_type": "utm", "utm_source": "x" * 9000}, {}, ("utm", "x" * 500)),
        ({"source_type": "utm", "utm_source": "news"}, {"Sec-GPC": "1"}, None),
        (dict.fromkeys(NAMES, "(none)"), {"Sec-GPC": "1"}, None),
    ],
)
def test_fields_of_other_clients_count_unless_statistics_are_refused(
    provider: ProviderDouble, fields: dict[str, str], headers: dict[str, str], expected: tuple[str, str] | None
) -> None:
    shopper = Shopper().puts(make_product(stock=9))
    sent = {f"wc_order_attribution_{name}": value for name, value in fields.items()}
    data = {**FORM, **shopper_token(shopper), **sent, "wc-stripe-payment-method": GOOD}
    answer = shopper.client.post("/?wc-ajax=checkout", data, headers=headers | {"User-Agent": PHONE})
    assert answer.json()["result"] == "success"
    found = OrderAttribution.objects.first()
    assert (found and (found.source_type, found.utm_source)) == expected
    assert found is None or (found.user_agent, found.device_type) == (PHONE, "Mobile")


def test_where_an_order_came_from_is_written_once() -> None:
    order = make_order()
    record_order(order, {"source_type": "utm", "utm_source": "first"})
    record_order(order, {"source_type": "utm", "utm_source": "second"})
    assert OrderAttribution.objects.get().utm_source == "first"
    for change in ({"utm_source": "b"}, {"user_agent": "", "referrer": "", "session_entry": ""}):
        with pytest.raises(DatabaseError), transaction.atomic():
            OrderAttribution.objects.update(**change)
    with pytest.raises(DatabaseError), transaction.atomic():
        OrderAttribution.objects.all().delete()


def test_an_order_of_which_nothing_is_known_has_no_row() -> None:
    record_order(make_order(), {"user_agent": PHONE, "utm_source": "(none)", "session_pages": "3"})
    assert not OrderAttribution.objects.exists()


def test_an_erased_order_keeps_its_channel_alone() -> None:
    order = make_order()
    record_order(order, {"source_type": "referral", "utm_source": "a", "referrer": "https://a/", "user_agent": PHONE})
    empty: dict[str, object] = {"email": "", "user": None, "customer_note": "", "billing": {}, "shipping": {}}
    Order.objects.filter(pk=order.pk).update(erased_at=timezone.now(), **empty)
    erase_attribution([order.pk])
    found = OrderAttribution.objects.get()
    assert (found.label, found.referrer, found.user_agent, found.device_type) == ("Referral: A", "", "", "Mobile")


def test_a_customer_remembers_what_led_to_the_registration() -> None:
    visitor = Visitor()
    visitor.client.get("/shop/?utm_source=news", headers={"User-Agent": PHONE})
    assert register(visitor)["error"] == 0
    assert CustomerAttribution.objects.get(user=User.objects.get(email="new@example.com")).label == "Source: News"
    with pytest.raises(DatabaseError), transaction.atomic():
        CustomerAttribution.objects.update(utm_source="b")
