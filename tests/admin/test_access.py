"""Every page of the admin, opened by every role, in the demo and with the settings of production."""

import importlib
from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings as django_settings
from django.contrib import admin
from django.contrib.auth.models import Group
from django.contrib.contenttypes.models import ContentType
from django.test import Client, override_settings
from django.test.utils import ContextList
from django.urls import URLPattern, URLResolver, clear_url_caches, get_resolver, reverse

from tests.admin.access_table import ACTIONS, APPLICATIONS, MODELS, NOT_DELETED_IN_LISTS, OPEN_TO_ALL, PAGES, ROLES
from tests.admin.lived_in import first
from vintner import urls
from vintner.catalogue.models import Product
from vintner.customers.models import User

pytestmark = pytest.mark.slow

LETTERS = {"changelist": "l", "add": "a", "change": "o", "history": "h", "delete": "d"}
OF_ONE = ("change", "history", "delete")


def patterns(found: list[URLPattern | URLResolver], path: str = "") -> Iterator[tuple[str, str]]:
    """Yield the path and the name of every page below an address."""
    for each in found:
        if isinstance(each, URLResolver):
            yield from patterns(each.url_patterns, path + str(each.pattern))
        else:
            yield path + str(each.pattern), each.name or ""


def admin_pages() -> set[str]:
    """Return the names of all pages under /admin/. Those without a name lead to others, or nowhere."""
    return {name for path, name in patterns(get_resolver().url_patterns) if path.startswith("admin/") and name}


_WITHOUT_PREFIX = (
    "staff_invoice",
    "staff_packing_slip",
    "payments_health",
    "payments_domain",
    "launch_preview",
    "content_preview",
    "renewals",
    "reports",
    "report_csv",
)
"""Pages that are no part of a model's admin."""


def expected(role: int) -> dict[tuple[str, str], int]:
    """Return the status of every page by name and address, for the role in this column of the table."""
    order, customer = first("orders.Order").pk, first("customers.User").pk
    staff = User.objects.get(email="superuser@example.com").pk
    subscription = first("subscriptions.Subscription").pk
    arguments = {
        "auth_user_password_change": [staff],
        "catalogue_plan_delete": [first("catalogue.Plan").pk],
        "customers_user_make_archive": [customer],
        "customers_user_erase_account": [customer],
        "staff_invoice": [order],
        "launches_launchplan_rehearse": [first("launches.LaunchPlan").pk],
        "content_preview": [first("content.Content").pk],
        "launch_preview": [first("launches.LaunchPlan").pk, "page"],
        "staff_packing_slip": [order],
        "report_csv": ["funnel"],
        "view_on_site": [ContentType.objects.get_for_model(Product).pk, first("catalogue.Product").pk],
    }
    found: dict[tuple[str, str], int] = {}
    for label, letters in MODELS.items():
        prefix = label.lower().replace(".", "_")
        for kind, letter in LETTERS.items():
            name = f"{prefix}_{kind}"
            address = reverse(f"admin:{name}", args=[first(label).pk] if kind in OF_ONE else [])
            found[name, address] = 200 if letter in letters.split()[role] else 403
    for name, answers in PAGES.items():
        given = arguments.get(name, [order] if name.startswith("orders_order_") else [])
        if name.startswith("subscriptions_subscription_") and name != "subscriptions_subscription_show_renewals":
            given = [subscription]
        prefix = "" if name in _WITHOUT_PREFIX else "admin:"
        found[name, reverse(f"{prefix}{name}", args=given)] = int(answers.split()[role])
    for label, answers in APPLICATIONS.items():
        found["app_list", reverse("admin:app_list", args=[label])] = int(answers.split()[role])
    return found


DELETE = "delete_selected"


def offered(context: ContextList | dict[str, Any]) -> set[str]:
    """Return the names of the actions that a list offers."""
    form = context.get("action_form")
    return {name for name, _ in form.fields["action"].choices if name} if form else set()


def expected_actions(role: int) -> dict[str, set[str]]:
    """Return the actions of every list, for the role in this column of the table."""
    return {
        label: {name for name, who in ACTIONS.get(label, {}).items() if who.split()[role] == "y"}
        | ({DELETE} if "d" in letters.split()[role] and label not in NOT_DELETED_IN_LISTS else set())
        for label, letters in MODELS.items()
    }


PRODUCTION = {
    "PRODUCTION": True,
    "SANDBOX": False,
    "SANDBOX_URL": "",
    "STRIPE_SECRET_KEY": f"sk_live_{'0' * 24}",
    "STRIPE_PUBLISHABLE_KEY": f"pk_live_{'0' * 24}",
    "STRIPE_WEBHOOK_SECRETS": [f"whsec_{'0' * 24}"],
    "SERVE_MEDIA": False,
    "STYLE_GUIDE": False,
}
"""What differs in a store that takes real money."""


@pytest.fixture(autouse=True)
def _short_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rows of a list are all alike, and which pages open doesn't depend on their number."""
    for model_admin in admin.site._registry.values():
        monkeypatch.setattr(model_admin, "list_per_page", 3)


@pytest.fixture(params=["demo", "production"])
def mode(request: pytest.FixtureRequest) -> Iterator[str]:
    """Make the addresses anew with the settings of the demo, or of production."""
    with override_settings(**(PRODUCTION if request.param == "production" else {})):
        importlib.reload(urls)
        clear_url_caches()
        yield request.param
    importlib.reload(urls)
    clear_url_caches()


def member(role: str) -> Client:
    """Return the browser of a member of staff who is logged in."""
    user = User.objects.create_user(f"{role.replace(' ', '-').lower()}@example.com", is_staff=True)
    if role == "superuser":
        User.objects.filter(pk=user.pk).update(is_superuser=True)
    else:
        user.groups.add(Group.objects.get(name=role))
    client = Client(raise_request_exception=False)
    client.force_login(user)
    return client


def test_the_table_names_every_page_of_the_admin() -> None:
    named = {f"{label.lower().replace('.', '_')}_{kind}" for label in MODELS for kind in LETTERS}
    assert {*named, *PAGES, "app_list"} == admin_pages()
    assert set(MODELS) == {model._meta.label for model in admin.site._registry}


@pytest.mark.sweep
def test_every_page_answers_each_role_as_the_table_says(world: None, mode: str) -> None:
    """And every list offers the actions of the table."""
    assert mode == ("demo" if django_settings.SANDBOX else "production")
    wrong = {}
    browsers = {role: member(role) for role in ROLES}
    for column, role in enumerate(ROLES):
        actions = {
            f"{label.lower().replace('.', '_')}_changelist": names for label, names in expected_actions(column).items()
        }
        for (name, address), status in expected(column).items():
            answer = browsers[role].get(address)
            if answer.status_code != status:
                wrong[role, name, address] = f"{answer.status_code}, not {status}"
            elif name in actions and (found := offered(answer.context)) != actions[name]:
                wrong[role, name, address] = f"{sorted(found ^ actions[name])} differ"
    assert wrong == {}


def test_customers_and_visitors_are_led_to_the_log_in(world: None, mode: str) -> None:
    member("superuser")
    customer = Client(raise_request_exception=False)
    customer.force_login(User.objects.get(email="nora@example.com"))
    wrong = {}
    for browser in (customer, Client(raise_request_exception=False)):
        for name, address in expected(0):
            answer = browser.get(address)
            status = OPEN_TO_ALL.get(name, 302)
            first_page = "/admin/" if name == "logout" else "/admin/login/"
            led = status != 302 or answer.headers.get("Location", "").startswith(first_page)
            if answer.status_code != status or not led:
                wrong[name, address] = f"{answer.status_code} {answer.headers.get('Location', '')}"
    assert wrong == {}


def all_rows() -> dict[str, list[dict[str, object]]]:
    """Return every row that the admin knows, who is in which group, and what was written down of changes."""
    known = [apps.get_model(label) for label in (*MODELS, "admin.LogEntry")]
    tables = [*known, User.groups.through, Group.permissions.through]
    return {each._meta.label: list(each._base_manager.order_by("pk").values()) for each in tables}


def test_an_action_that_is_not_offered_changes_nothing(world: None) -> None:
    """A list takes it for no action at all."""
    browsers = {role: member(role) for role in ROLES}
    before = all_rows()
    failed = {}
    for column, role in enumerate(ROLES[1:], 1):
        for label, names in expected_actions(column).items():
            address = reverse(f"admin:{label.lower().replace('.', '_')}_changelist")
            chosen = [str(pk) for pk in apps.get_model(label)._base_manager.values_list("pk", flat=True)[:100]]
            for name in {DELETE, *ACTIONS.get(label, {})} - names:
                fields = {"action": name, "_selected_action": chosen, "index": "0", "post": "yes"}
                answer = browsers[role].post(address, fields).status_code
                if answer not in (200, 302, 403):
                    failed[role, label, name] = answer
    assert failed == {}
    assert all_rows() == before


@pytest.mark.sweep
def test_a_page_that_does_not_open_takes_no_form_either(world: None) -> None:
    browsers = {role: member(role) for role in ROLES}
    before = all_rows()
    taken = {}
    for column, role in enumerate(ROLES[1:], 1):
        for (name, address), status in expected(column).items():
            fields = {
                "_save": "Save",
                "post": "yes",
                "password1": "a new long password",
                "password2": "a new long password",
            }
            if status == 403 and (answer := browsers[role].post(address, fields).status_code) not in (403, 405):
                taken[role, name] = answer
    assert taken == {}
    assert all_rows() == before


def test_who_may_only_look_at_a_row_saves_nothing(world: None) -> None:
    browsers = {role: member(role) for role in ROLES}
    before = all_rows()
    taken = {}
    for role in ROLES[1:]:
        staff = User.objects.get(email=f"{role.replace(' ', '-').lower()}@example.com")
        for label in MODELS:
            app_label, model = label.lower().split(".")
            address = reverse(f"admin:{app_label}_{model}_change", args=[first(label).pk])
            if not staff.has_perm(f"{app_label}.change_{model}"):
                answer = browsers[role].post(address, {"_save": "Save"}).status_code
                if answer != 403:
                    taken[role, label] = answer
    assert taken == {}
    assert all_rows() == before
