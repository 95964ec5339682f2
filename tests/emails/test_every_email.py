"""Every e-mail has the store's layout, and says in plain text what it says in HTML."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from tests.emails.every_email import EVERY_EMAIL, MODULES, WRITERS
from tests.emails.mailed_shop import make_order
from vintner.accounts.engine.account_emails import EMAILS
from vintner.orders.emails import emails
from vintner.orders.emails.bodies import render_bodies
from vintner.orders.emails.emails import EmailKind
from vintner.orders.emails.order_texts import write_texts
from vintner.orders.models import Email
from vintner.testing.email_words import words_of

ROOT = Path(__file__).parents[2]
AMOUNT = re.compile(r"−?\$[\d,]+\.\d\d")
ADDRESS = re.compile(r"""(?:href|src)="([^"]*)\"""")
LARGEST = 100_000
"""Gmail cuts off what is longer than 102 kB."""
WITHOUT_BUTTON = {"queue_digest", *(prefix for prefix, each in EMAILS.items() if not each.button)}
"""A digest is of several wines. Who is told what was done with the account need not do anything."""


def test_the_table_has_every_e_mail() -> None:
    names = {name.partition(",")[0] for name in EVERY_EMAIL}
    for module in MODULES:
        functions = [
            name for name, each in vars(module).items() if getattr(each, "__module__", "") == module.__name__
            and (name.startswith("queue_") or re.fullmatch("write_.*_email", name))
        ]  # fmt: skip
        assert set(functions) <= names, module


def test_the_table_knows_every_module_that_writes_e_mails() -> None:
    assert sorted(_writers()) == sorted(WRITERS)


def _writers() -> Iterator[str]:
    for path in (ROOT / "vintner").rglob("*.py"):
        if "tests" in path.parts:
            continue
        calls = (node.func for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call))
        names = {getattr(call, "id", getattr(call, "attr", "")) for call in calls}
        if names & {"queue_for_customer", "queue_for_merchant"}:
            yield str(path.relative_to(ROOT))


@pytest.mark.parametrize("name", EVERY_EMAIL)
def test_it_has_the_layout_and_at_most_one_button(written: dict[str, Email], name: str) -> None:
    html = written[name].html
    assert html.count('class="wordmark"') == html.count('class="card"') == 1
    assert html.count("<h1") == 1
    assert html.count('class="button-link"') == (name not in WITHOUT_BUTTON)
    assert ("To the staff of Vintner." in html) == (written[name].to == settings.STORE_EMAIL)
    assert (f'"mailto:{settings.STORE_EMAIL}"' in html) == (written[name].to != settings.STORE_EMAIL)
    assert not re.search(r"{{|{%|%}|}}|\bNone\b", html.split("</head>")[1] + written[name].text)
    assert len(html.encode()) < LARGEST


@pytest.mark.parametrize("is_house", [True, False])
def test_the_mark_of_the_house_stands_beside_the_name_of_the_house_alone(settings: Settings, is_house: bool) -> None:
    settings.HAS_HOUSE_MARK = is_house
    bodies = render_bodies("web/email/message", {"subject": "A message", "paragraphs": ["Words."]})
    assert bodies.html.count('class="mark"') == is_house


@pytest.mark.parametrize("name", EVERY_EMAIL)
def test_addresses_are_absolute_and_pictures_have_words_and_measures(written: dict[str, Email], name: str) -> None:
    html = written[name].html
    for address in ADDRESS.findall(html):
        assert address.startswith((f"{settings.STORE_URL}/", "mailto:", "http://localhost:8000/")), address
    for image in re.findall("<img[^>]*>", html):
        is_mark = 'class="mark"' in image  # the name of the store stands beside it
        assert re.search(r'alt=""' if is_mark else r'alt="[^"]+"', image)
        assert re.search(r'width="\d+" height="\d+"', image)


@pytest.mark.parametrize("name", EVERY_EMAIL)
def test_the_plain_text_has_the_same_amounts_and_links(written: dict[str, Email], name: str) -> None:
    email = written[name]
    assert sorted(AMOUNT.findall(words_of(email.html))) == sorted(AMOUNT.findall(email.text))
    home = f"{settings.STORE_URL}/"
    links = {each.replace("&amp;", "&") for each in re.findall(r'href="(http[^"]*)"', email.html)} - {home}
    assert links == set(re.findall(r"http\S+", email.text)) - {home}
    assert "<" not in email.text.replace("<noon>", "").replace("<b>sticks</b>", "").replace("<b>this</b>", "")


def test_lines_are_pictured_labelled_and_counted_by_one_query(db: None) -> None:
    def queries(count: int) -> int:
        emails.queue(make_order(count=count), EmailKind.PROCESSING)
        email = Email.objects.latest("pk")
        with CaptureQueriesContext(connection) as found:
            write_texts(email)
        return len(found)

    assert queries(1) == queries(3) <= 9


def test_an_order_says_who_made_the_wine_what_is_paid_and_where_it_goes(written: dict[str, Email]) -> None:
    words = words_of(written["order processing"].html)
    for said in (
        "Les Hauts de Roques Château Malvezin-Roques · 2020 · 750 ml Quantity: 2 $48.00",
        "Coupon: autumn-cellar-clearance −$20.00",
        "Shipping (UPS) $14.95",
        "Total $781.90",
        "Payment Visa •••• 4242",
        "Deliver to Jane Featherstonehaugh-Cholmondeley 1480 Old Vineyard Road, Building C",
        "Bill to Jane",
        "Your note Please ring twice. The bell <b>sticks</b>.",
        "View your order",
    ):
        assert said in words
    assert "-160.jpeg" in written["order processing"].html
