"""What is wrong with the proxy is on the health page, and in the figures of monitoring."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from vintner.payments.health.health import read_health, render_metrics
from vintner.payments.tests.health.figures import PAGE, read_figures
from vintner.testing.builders import make_user
from vintner.web.models import ProxyCheck

pytestmark = pytest.mark.django_db
FAULT = "The proxy in front of the store does not send X-Forwarded-Proto."


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
