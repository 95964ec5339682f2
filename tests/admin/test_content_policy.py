"""The content policy of the admin: on every answer, and strict enough that text of a shopper cannot run there."""

from typing import Final

import pytest
from django.http.response import HttpResponseBase
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.admin.accounts import PASSWORD, superuser
from tests.admin.browser import admin_page, watch_policy
from tests.journeys.live import visit
from vintner.customers.models import User

pytestmark = pytest.mark.django_db
POLICY: Final = {
    "default-src": "'self'",
    "script-src": "'self' 'unsafe-eval'",
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data:",
    "frame-ancestors": "'none'",
    "base-uri": "'self'",
    "form-action": "'self'",
    "object-src": "'none'",
    "report-uri": "/policy-reports/",
    "report-to": "policy",
}
FORBIDDEN: Final = {
    "an inline script": ("script-src-elem", "const node = document.createElement('script'); node.text = 'ran = 1';"),
    "an inline handler": (
        "script-src-attr",
        "const node = document.createElement('b'); node.setAttribute('onclick', '1');",
    ),
    "a script of another site": (
        "script-src-elem",
        "const node = document.createElement('script'); node.src = 'https://evil.example/x.js';",
    ),
    "a picture of another site": ("img-src", "const node = new Image(); node.src = 'https://evil.example/x.png';"),
    "a frame": ("frame-src", "const node = document.createElement('iframe'); node.src = 'https://evil.example/';"),
    "another base": ("base-uri", "const node = document.createElement('base'); node.href = 'https://evil.example/';"),
}
"""What a page is made to hold, and the directive that forbids it."""


def policy_of(answer: HttpResponseBase) -> dict[str, str]:
    return dict(each.strip().split(" ", 1) for each in answer["Content-Security-Policy"].split(";"))


def directive(page: Page, script: str) -> str:
    """Put something on the page; return the directive that forbids it."""
    found: str = page.evaluate(f"""() => new Promise((resolve) => {{
        document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective));
        {script}
        document.head.append(node);
    }})""")
    return found


def test_every_answer_has_it(client: Client) -> None:
    log_in = client.get(reverse("admin:login"))
    to_log_in = client.get("/admin/orders/order/")
    client.force_login(User.objects.create_user("packer@example.com", is_staff=True))
    refused = client.get(reverse("admin:pricing_coupon_changelist"))
    client.force_login(superuser())
    found = [
        client.get(f"/admin/{path}")
        for path in ("", "orders/order/", "catalogue/tag/add/", "jsi18n/", "payments/health/")
    ]
    missing, no_text = client.get("/admin/nothing/"), client.get("/admin/orders/%00/")
    answers = [log_in, to_log_in, refused, *found, missing, no_text]
    assert [each.status_code for each in answers] == [200, 302, 403, *[200] * 5, 404, 400]
    assert [policy_of(each) for each in answers] == [POLICY] * len(answers)


def test_the_shop_has_its_own(client: Client) -> None:
    assert "unsafe" not in client.get("/shop/")["Content-Security-Policy"]


@pytest.mark.slow
def test_what_it_forbids_is_noticed(client: Client) -> None:
    with admin_page(client) as page:
        forbidden = watch_policy(page)
        for what, (expected, script) in FORBIDDEN.items():
            visit(page, "/admin/login/")
            assert (what, directive(page, script)) == (what, expected)
        visit(page, "/admin/login/")
        assert len(forbidden) == len(FORBIDDEN)


@pytest.mark.slow
def test_the_log_in_page_works_with_it(client: Client) -> None:
    superuser()
    with admin_page(client) as page:
        forbidden = watch_policy(page)
        visit(page, "/admin/login/")
        page.locator("input[name=username]").fill("boss@example.com")
        page.locator("input[name=password]").fill(PASSWORD)
        page.locator("button[type=submit]").click()
        expect(page.get_by_role("link", name="Orders").first).to_be_attached()
        assert forbidden == []
