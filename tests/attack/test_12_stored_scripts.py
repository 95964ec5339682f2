"""12. What shoppers and staff write is text: no page, page of the admin, answer or e-mail lets it be more."""

from collections.abc import Iterator

import pytest
from django.test import Client

from tests.attack.attack import Tries, attack, many, replaced, together
from vintner.catalogue.models import Product
from vintner.orders.models import Email, Order
from vintner.orders.ownership import link
from vintner.testing.builders import make_product, make_review, make_user
from vintner.testing.provider import ProviderDouble
from vintner.testing.shopper import Shopper
from vintner.testing.written_emails import write_all_emails

pytestmark = pytest.mark.usefixtures("store")
PAYLOADS = (
    "<script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'><svg/onload=alert(1)>",
    "</textarea><img src=x onerror=alert(1)>",
    "</title><svg onload=alert(1)>",
    "<!--><img src=x onerror=alert(1)>-->",
    "<math><mtext><table><mglyph><style><!--</style><img title='--><img src=x onerror=alert(1)>'>",
    "<a href='javascript:alert(1)'>x</a>",
    "jaVasCript:/*-/*`/*\\`/*'/*\"/**/(/* */oNcliCk=alert(1) )//<sVg/<sVg/oNloAd=alert(1)//>\\x3e",
    "{{constructor.constructor('alert(1)')()}}<iframe srcdoc='<script>alert(1)</script>'>",
)
MARKUP = ("<script>alert", "<img src=x", "<svg/onload", "<svg onload", "<sVg/oNloAd", "<iframe srcdoc", "<a href='java")
NOT_ESCAPED = together(
    replaced("django.template.base.conditional_escape", str),
    replaced("vintner.web.answers._for_script", lambda text: text),
)


@attack(without=NOT_ESCAPED)
def test_every_text_in_every_place(provider: ProviderDouble) -> Tries:
    boss = Client()
    boss.force_login(make_user("boss@example.com", is_staff=True, is_superuser=True))
    for payload in PAYLOADS[: many(3, len(PAYLOADS))]:
        wine = make_product(name=f"Wine {payload}"[:120])
        Product.objects.filter(pk=wine.pk).update(short_description=payload, description=payload)
        review = make_review(wine, text=payload, author=payload[:60])
        shopper = Shopper().puts(wine)
        paid = shopper.pays(
            billing_first_name=payload[:60],
            billing_company=payload[:60],
            order_comments=payload,
            is_gift="1",
            gift_message=payload,
            age_note=payload,
        )
        order = Order.objects.get(pk=paid.order_id)
        for path in (wine.get_absolute_url(), f"{wine.get_absolute_url()}#reviews", link("order_received", order)):
            yield f"{path}: {payload}", _is_alive(shopper.client.get(path).content.decode())
        for path in _staff_pages(order, wine, review.pk):
            yield f"{path}: {payload}", _is_alive(boss.get(path).content.decode())
        write_all_emails()
        for mail in Email.objects.filter(order=order):
            yield f"{mail.kind}: {payload}", _is_alive(mail.html)
        for says, html in _answers(payload):
            yield f"{says}: {payload}", _is_alive(html)


def _is_alive(html: str) -> bool:
    return any(each in html for each in MARKUP)


def _staff_pages(order: Order, wine: Product, review: int) -> Iterator[str]:
    yield f"/admin/orders/order/{order.pk}/change/"
    yield "/admin/orders/order/"
    yield f"/admin/catalogue/product/{wine.pk}/change/"
    yield f"/admin/catalogue/review/{review}/change/"
    yield "/admin/catalogue/review/"


def _answers(payload: str) -> Iterator[tuple[str, str]]:
    """Yield answers that repeat what was asked for."""
    yield "search", Client().get("/", {"s": payload}).content.decode()
    shopper = Shopper().puts(make_product())
    token = shopper.token()
    answer = shopper.client.post("/?wc-ajax=apply_coupon", {"security": token, "coupon_code": payload})
    yield "coupon", answer.content.decode()
    yield "address", Client().get(f"/product/{payload.replace('/', '%2F')}/").content.decode()
