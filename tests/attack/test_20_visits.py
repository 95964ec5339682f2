"""20. What a visit says of itself is short, of one line, and no formula in a spreadsheet."""

import csv
import io
import logging
from urllib.parse import quote

import pytest
from django.http import HttpRequest
from django.test import Client
from django.urls import reverse

from tests.attack.attack import Tries, attack, replaced, together
from tests.attack.log_lines import logged
from vintner.alerts.models import Alert
from vintner.attribution.models import TEXTS, OrderAttribution
from vintner.pricing.models import TaxRate
from vintner.testing.builders import make_product, make_user
from vintner.testing.provider import ProviderDouble
from vintner.testing.shopper import Shopper

pytestmark = pytest.mark.usefixtures("store")
FORMULAS = ('=HYPERLINK("http://evil.example")', "+1+1", "-2+3", "@SUM(1)", "\t=1+1", "\r=1+1", "=cmd|'/C calc'!A0")
FORGED = "x\r\n2026-01-01 [error    ] forged\r\nSet-Cookie: evil=1"
LIST = "/admin/alerts/alert/"


@attack(without=replaced("vintner.web.admin.csv_export.quote_cell", lambda cell: cell))
def test_formulas_in_a_spreadsheet() -> Tries:
    boss = Client()
    boss.force_login(make_user("boss@example.com", is_staff=True, is_superuser=True))
    for formula in FORMULAS:
        alert = Alert.objects.create(product=make_product(name=formula), email="ada@example.com", consent="yes")
        listed = boss.post(LIST, {"action": "export", "_selected_action": [alert.pk]}).content.decode()
        yield formula, _has_formula(listed)
        TaxRate.objects.create(country="US", percent=5, name=formula, cities=formula)
        taxes = boss.get(reverse("admin:pricing_taxrate_export")).content.decode()
        assert formula[1:] in "".join(_cells(taxes)), "it is in the file"
        yield f"{formula}, as a tax", _has_formula(taxes)


def _cells(text: str) -> list[str]:
    return [cell for row in csv.reader(io.StringIO(text, newline="")) for cell in row]


def _has_formula(text: str) -> bool:
    return any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in _cells(text))


UNBOUNDED = together(
    replaced("vintner.attribution.attributions._clean", lambda text: text[:500]),
    replaced("vintner.attribution.cookies._clip", lambda text, longest: text),
    replaced("vintner.attribution.cookies._fit", lambda traffic: traffic),
)


@attack(without=UNBOUNDED)
def test_long_texts_and_lines_in_where_a_visitor_comes_from(provider: ProviderDouble) -> Tries:
    for said in (FORGED, "x" * 900_000, "a\x00b\u2028c\x85"):
        fields = {f"wc_order_attribution_{name}": said for name in TEXTS} | dict.fromkeys(TEXTS, said)
        fields |= {"wc_order_attribution_source_type": "utm", "source_type": "utm"}
        said_short = said[:20_000]
        allows = Client(enforce_csrf_checks=True, HTTP_ACCEPT_LANGUAGE="en-US", HTTP_USER_AGENT="Mozilla/5.0")
        sent = dict.fromkeys(fields, said_short) | {"wc_order_attribution_source_type": "utm"}
        Shopper(allows).puts(make_product()).pays(**sent)
        stored = [str(getattr(row, name)) for row in OrderAttribution.objects.all() for name in TEXTS]
        lines = any(not each.isprintable() or len(each) > 500 for each in stored)
        yield f"an order: {said[:10]!r}", lines
        headers = {"User-Agent": "Mozilla/5.0 " + quote(said_short)[:3000], "Accept-Language": "en-US"}
        query = {"utm_source": said_short[:4000], "utm_campaign": "c" * 3000}
        answer = Client().get("/shop/", query, headers=headers)
        size = sum(len(each.value) for each in answer.cookies.values())
        yield f"cookies: {size} bytes", size > 4_000 or any("\n" in each.value for each in answer.cookies.values())


def _plainly(request: HttpRequest) -> str:
    logging.getLogger("vintner").warning("asked for %s", request.path)
    return f"{request.method} {request.path}"


@attack(without=replaced("vintner.web.middleware.LoggedRequests.format_request", staticmethod(_plainly)))
def test_lines_in_the_log() -> Tries:
    """An address, a header or a field makes no line of its own."""
    path = f"/shop/{quote(FORGED)}/"
    for as_json in (True, False):
        for says, headers, fields in (
            ("address", {}, None),
            ("browser", {"User-Agent": FORGED, "X-Request-ID": FORGED, "Referer": FORGED}, None),
            ("field", {}, {"product_id": "1", FORGED: FORGED}),
        ):
            with logged(as_json=as_json) as text:
                if fields is None:
                    Client().get(path if says == "address" else "/no-such-page/", headers=headers)
                else:
                    Client().post("/?wc-ajax=add_to_cart", fields)
            lines = text.getvalue().splitlines()
            yield f"{says}, {as_json}", any(line.startswith("2026-01-01 [error") for line in lines)
