"""The banner of staff, and the call that dismisses it."""

import json
import re
from typing import TYPE_CHECKING

import pytest
from django.contrib.auth.models import Group
from django.test import Client

from vintner.customers.models import User
from vintner.customers.roles import MANAGER
from vintner.store_mode.banner import dismiss_banner
from vintner.store_mode.models import BannerDismissal
from vintner.store_mode.previews import sign_preview
from vintner.store_mode.rules import Visibility
from vintner.store_mode.tests.modes import make_preview, set_mode
from vintner.testing.builders import make_user

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Response

pytestmark = pytest.mark.django_db
WORDS = (
    'This page is in "Coming soon" mode and is only visible to you and those who have permission. '
    "To make it public to everyone, change visibility settings."
)
YES = {"woocommerce_meta": {"coming_soon_banner_dismissed": "yes"}}


@pytest.fixture
def manager() -> User:
    user = make_user("manager@example.com", is_staff=True)
    user.groups.add(Group.objects.get(name=MANAGER))
    return user


@pytest.fixture
def inside() -> Client:
    return Client(enforce_csrf_checks=True)


@pytest.fixture
def banner(inside: Client, manager: User) -> str:
    """The banner's HTML while the shop is closed."""
    inside.force_login(manager)
    set_mode(Visibility.SHOP_CLOSED)
    return find_banner(inside)


def find_banner(client: Client, path: str = "/shop/") -> str:
    found = re.search(r"<aside id=.*?</aside>", client.get(path).text, re.DOTALL)
    return found.group(0) if found else ""


def read(answer: "Response") -> dict[str, object]:
    body: dict[str, object] = json.loads(answer.content)
    return body


def dismiss(client: Client, banner: str, *, body: object = YES, user: int = 0, nonce: str | None = None) -> "Response":
    """Send the call that the banner names."""
    url, own = re.findall(r'data-rest-\w+="([^"]+)"', banner)
    header = {"X-WP-Nonce": own if nonce is None else nonce}
    path = f"/wp-json/wp/v2/users/{user}/" if user else url
    return client.post(path, json.dumps(body), "application/json", headers=header)


def test_its_words_and_the_link_to_the_setting(inside: Client, banner: str) -> None:
    text = re.sub(r"<[^>]+>", "", banner)
    assert WORDS in text
    [link] = re.findall(r'<a href="([^"]+)">visibility settings</a>', banner)
    assert inside.get(link).status_code == 200


def test_it_stands_on_closed_pages_only(inside: Client, banner: str) -> None:
    assert banner
    assert not find_banner(inside, "/")
    assert not find_banner(inside, "/my-source/")
    set_mode(Visibility.CLOSED)
    assert find_banner(inside, "/")
    set_mode(Visibility.LIVE)
    assert not find_banner(inside)


def test_the_call_hides_it_until_the_next_log_in(inside: Client, manager: User, banner: str) -> None:
    answer = dismiss(inside, banner)
    assert answer.status_code == 200
    assert read(answer) == {"id": manager.pk, **YES}
    assert not find_banner(inside)
    assert dismiss(inside, banner).status_code == 200
    inside.force_login(manager)
    assert find_banner(inside)
    assert not BannerDismissal.objects.exists()


def test_the_value_no_displays_it_again(inside: Client, banner: str) -> None:
    dismiss(inside, banner)
    dismiss(inside, banner, body={"woocommerce_meta": {"coming_soon_banner_dismissed": "no"}})
    assert find_banner(inside)


def test_names_that_are_not_known_are_ignored(inside: Client, banner: str) -> None:
    bodies: tuple[object, ...] = ({"woocommerce_meta": {"admin": "yes"}}, {"email": "x@example.com"}, {}, [])
    for body in bodies:
        answer = dismiss(inside, banner, body=body)
        assert read(answer)["woocommerce_meta"] == {"coming_soon_banner_dismissed": "no"}
    assert User.objects.filter(email="manager@example.com").exists()


@pytest.mark.parametrize(
    "meta", [7, ["x"], {"coming_soon_banner_dismissed": "maybe"}, {"coming_soon_banner_dismissed": []}]
)
def test_values_that_are_none_are_refused(inside: Client, banner: str, meta: object) -> None:
    answer = dismiss(inside, banner, body={"woocommerce_meta": meta})
    assert (answer.status_code, read(answer)["code"]) == (400, "rest_invalid_param")


def test_a_body_that_is_no_json_is_refused(inside: Client, banner: str, manager: User) -> None:
    [_, nonce] = re.findall(r'data-rest-\w+="([^"]+)"', banner)
    answer = inside.post(
        f"/wp-json/wp/v2/users/{manager.pk}", b"\xff{", "application/json", headers={"X-WP-Nonce": nonce}
    )
    assert (answer.status_code, read(answer)["code"]) == (400, "rest_invalid_json")


def test_nobody_changes_another_user(inside: Client, banner: str) -> None:
    other = make_user("other@example.com")
    for number in (other.pk, other.pk + 1000):
        answer = dismiss(inside, banner, user=number)
        assert (answer.status_code, read(answer)["code"]) == (403, "rest_cannot_edit")
    assert not BannerDismissal.objects.exists()


def test_a_token_of_somebody_else_is_refused(inside: Client, banner: str) -> None:
    answer = dismiss(inside, banner, nonce="0" * 64)
    assert (answer.status_code, read(answer)["code"]) == (403, "rest_cookie_invalid_nonce")
    assert dismiss(inside, banner, nonce="").status_code == 401
    assert dismiss(Client(), banner).status_code == 401
    assert not BannerDismissal.objects.exists()


def test_other_methods_are_no_route(inside: Client, banner: str, manager: User) -> None:
    answer = inside.get(f"/wp-json/wp/v2/users/{manager.pk}")
    assert (answer.status_code, read(answer)["code"]) == (404, "rest_no_route")


def test_without_javascript_a_form_hides_it(inside: Client, manager: User, banner: str) -> None:
    [token] = re.findall(r'name="csrfmiddlewaretoken" value="([^"]+)"', banner)
    assert inside.post("/coming-soon/dismiss-banner/", {}).status_code == 403
    answer = inside.post(
        "/coming-soon/dismiss-banner/",
        {"csrfmiddlewaretoken": token},
        headers={"Referer": "http://testserver/shop/?orderby=price"},
    )
    assert answer["Location"] == "/shop/?orderby=price"
    assert not find_banner(inside)


def test_a_preview_has_none(inside: Client, banner: str) -> None:
    inside.cookies["vintner_preview"] = sign_preview(make_preview().pk)
    assert inside.get("/shop/").status_code == 200
    assert not find_banner(inside)


def test_dismissing_twice_at_once_is_one_row(manager: User) -> None:
    dismiss_banner(manager)
    dismiss_banner(manager)
    assert BannerDismissal.objects.count() == 1
