"""The nightly audit: what it finds is on the health page in words, and in the figures of monitoring."""

from dataclasses import replace
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from procrastinate.contrib.django import app

from vintner.catalogue.models import Variation
from vintner.orders import jobs, orders
from vintner.orders.invariants import INVARIANTS
from vintner.orders.invariants.audit_runs import KEPT, AuditReport, read_last_audit
from vintner.orders.models import AuditRun
from vintner.payments.health.health import find_problems, read_health, render_metrics
from vintner.payments.tests.health.figures import NOW, PAGE, WELL, read_figures
from vintner.testing.builders import make_product, make_user
from vintner.testing.orders import new_order, run_without_guards

pytestmark = pytest.mark.django_db


@pytest.fixture
def planted() -> str:
    """A wine that counts more bottles as held than anybody holds. Returns what the audit says of it."""
    make_product(stock=5)
    Variation.objects.update(reserved=2)
    return "1 record breaks this rule: What a wine counts as held is what unpaid orders hold of it, and shoppers"


def open_page(client: Client) -> str:
    client.force_login(make_user("manager@example.com", is_staff=True, is_superuser=True))
    return " ".join(client.get(PAGE).content.decode().split())


def test_a_violation_is_told_in_words_and_counted(
    client: Client, planted: str, caplog: pytest.LogCaptureFixture
) -> None:
    jobs.audit(0)
    page, now = open_page(client), timezone.now()
    assert f"<b>{planted} without an order. See “Audit” below.</b>" in page
    assert f"<td>{planted} without an order.<small>Count the bottles" in page
    wine = Variation.objects.select_related("product").get()
    address = reverse("admin:catalogue_product_change", args=[wine.product_id])
    assert f'<a href="{address}">{wine.product.name}</a>' in page
    assert timezone.localtime().strftime("%Y") in page
    figures = read_figures(render_metrics(read_health(now), now))
    rows = {name: count for (metric, name), count in figures.items() if metric == "invariant_violations"}
    assert rows == {invariant.name: 0 for invariant in INVARIANTS} | {"I1 held": 1}
    assert figures["last_audit_seconds", ""] < 60
    assert "rows break the invariant I1 held" in caplog.text


def test_a_broken_order_is_linked_to(client: Client) -> None:
    order = orders.create(new_order())
    run_without_guards("UPDATE orders_order SET subtotal = subtotal + 1, total = total + 1")
    jobs.audit(0)
    page = open_page(client)
    assert "Open the order, compare it with the card service" in page
    assert f'<a href="{reverse("admin:orders_order_change", args=[order.pk])}">Order {order.number}</a>' in page


def test_an_audit_of_an_older_version_has_no_links(client: Client) -> None:
    AuditRun.objects.create(ran_at=timezone.now(), violations={"I1 held": 3})
    assert "3 records break this rule: What a wine counts as held" in open_page(client)


def test_the_command_is_a_run_too_and_clears_what_was_put_right(client: Client, planted: str) -> None:
    with pytest.raises(CommandError):
        call_command("audit_invariants", stdout=StringIO())
    assert [problem for problem in find_problems(read_health(timezone.now()), timezone.now()) if planted in problem]
    with connection.cursor() as cursor:
        cursor.execute("UPDATE catalogue_variation SET reserved = 0")
    call_command("audit_invariants", stdout=StringIO())
    page = open_page(client)
    assert "All rules about stock, money, orders and emails hold." in page
    assert planted not in page


def test_a_store_before_its_first_night_has_nothing_to_complain_about(client: Client) -> None:
    assert "never: it runs every night" in open_page(client)
    assert find_problems(WELL, NOW) == ()
    assert "invariant_violations" not in {metric for metric, _ in read_figures(render_metrics(WELL, NOW))}


def test_an_audit_that_no_longer_runs_is_told() -> None:
    late = replace(WELL, audit=AuditReport(NOW - timedelta(days=2, minutes=1), {}))
    [problem] = find_problems(late, NOW)
    assert "not audited for two days" in problem
    assert find_problems(replace(WELL, audit=AuditReport(NOW - timedelta(days=1), {})), NOW) == ()


def test_it_runs_every_night_and_old_runs_are_deleted() -> None:
    [nightly] = [each for (name, _), each in app.periodic_registry.periodic_tasks.items() if name == "orders.audit"]
    assert nightly.cron == "41 3 * * *"
    AuditRun.objects.create(ran_at=timezone.now() - KEPT - timedelta(hours=1), violations={"I1 held": 3})
    jobs.audit(0)
    assert AuditRun.objects.count() == 1
    last = read_last_audit()
    assert last is not None
    assert last.violations == {}
