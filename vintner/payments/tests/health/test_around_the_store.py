"""What is wrong with the proxy and the database is on the health page, and in the figures of monitoring."""

from datetime import timedelta

import pytest
from django.core.checks import run_checks
from django.db import connection
from django.test import Client
from django.utils import timezone

from vintner.payments.health.health import read_health, render_metrics
from vintner.payments.tests.health.figures import PAGE, read_figures
from vintner.testing.builders import make_user
from vintner.web.database.collation import find_collation_fault
from vintner.web.jobs import check_collation
from vintner.web.models import ProxyCheck

pytestmark = pytest.mark.django_db
FAULT = "The proxy in front of the store does not send X-Forwarded-Proto."
OTHER_SYSTEM = """
    CREATE TEMPORARY TABLE pg_database ON COMMIT DROP AS
    SELECT oid, datname, '153.120'::text COLLATE "C" AS datcollversion FROM pg_catalog.pg_database
"""
"""PostgreSQL's list of databases as it is after the system changed. A temporary table is found before the system's."""


@pytest.fixture
def page(client: Client) -> Client:
    client.force_login(make_user("manager@example.com", is_staff=True, is_superuser=True))
    return client


def shown(page: Client) -> str:
    return " ".join(page.get(PAGE).content.decode().split())


def count_problems() -> float:
    now = timezone.now()
    return read_figures(render_metrics(read_health(now), now))["payment_problems", ""]


def test_a_fault_of_the_proxy_is_a_problem(page: Client) -> None:
    before = count_problems()
    assert "health-proxy" not in shown(page)
    check = ProxyCheck.objects.create(ran_at=timezone.now() - timedelta(minutes=3), faults=[FAULT])
    assert f"<b>{FAULT}</b>" in shown(page)
    assert "<td>3 minutes ago<small>" in shown(page)
    assert count_problems() == before + 1
    check.delete()
    ProxyCheck.objects.create(ran_at=timezone.now())
    assert "It passes on what the store needs." in shown(page)


def test_that_nothing_is_known_of_the_proxy_is_no_problem(page: Client) -> None:
    before = count_problems()
    ProxyCheck.objects.create(ran_at=timezone.now(), unreached="The store does not reach itself.")
    assert "The store does not reach itself.<small>Nothing is known of the proxy" in shown(page)
    assert count_problems() == before


def test_a_changed_order_of_texts_is_told_with_what_mends_it(page: Client, caplog: pytest.LogCaptureFixture) -> None:
    before = count_problems()
    check_collation(0)
    assert (find_collation_fault(), caplog.messages) == ("", [])
    with connection.cursor() as cursor:
        cursor.execute(OTHER_SYSTEM)
    fault = find_collation_fault()
    name = connection.settings_dict["NAME"]
    assert f"REINDEX DATABASE {name};" in fault
    assert f"ALTER DATABASE {name} REFRESH COLLATION VERSION;" in fault
    assert "from version 153.120 to " in fault
    check_collation(0)
    assert caplog.messages == [fault]
    assert count_problems() == before + 1
    assert "REFRESH COLLATION VERSION" in shown(page)
    found = run_checks(databases=["default"])
    assert [each.msg for each in found if each.id == "vintner.W007"] == [fault]
    assert "vintner.W007" not in [each.id for each in run_checks()]
