"""19. A cache between the store and its visitors keeps nothing of one for another, and no poison for anybody."""

from dataclasses import dataclass, field
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import caches
from django.test import Client

from tests.attack.attack import Tries, attack, replaced, setting, together
from tests.attack.written import addresses
from vintner.customers.models import User
from vintner.orders.models import Order
from vintner.orders.ownership import link
from vintner.testing.builders import make_product, make_user
from vintner.testing.provider import ProviderDouble
from vintner.testing.shopper import Shopper

pytestmark = pytest.mark.usefixtures("store")
FORBIDS = ("private", "no-store", "no-cache", "max-age=0")
NAME, EMAIL = "Canaryname", "canary@example.com"
DECEPTIVE = ("x.css", "x.js", "..%2fx.css", ";x.css", "%00.css", "%23x.css", "%3fx.css", "x.avif", "robots.txt")
POISON = {
    "X-Forwarded-Host": "evil.example",
    "X-Host": "evil.example",
    "X-Forwarded-Server": "evil.example",
    "X-Forwarded-Scheme": "nothttps",
    "X-Forwarded-Proto": "evil",
    "X-Forwarded-Prefix": "//evil.example",
    "X-Original-URL": "/evil.example",
    "X-Rewrite-URL": "/evil.example",
    "X-HTTP-Method-Override": "POST",
    "Forwarded": "host=evil.example",
    "Referer": "http://evil.example/",
    "User-Agent": "evil.example",
    "Accept-Language": "evil.example",
}


@dataclass
class SharedCache:
    """A cache that takes whatever its rules do not forbid, as those of carriers and hosters do. It ignores cookies."""

    by_name: bool = False
    """Whether it takes what is named like a file without reading its headers."""
    _kept: dict[str, bytes] = field(default_factory=dict)

    def get(self, client: Client, path: str, **headers: str) -> bytes:
        if path not in self._kept:
            answer: Any = client.get(path, headers=headers)
            content = b"".join(answer) if answer.streaming else answer.content
            content += answer.headers.get("Location", "").encode() + str(answer.cookies).encode()
            if not self._may_keep(path, answer):
                return b""
            self._kept[path] = content
        return self._kept[path]

    def _may_keep(self, path: str, answer: Any) -> bool:  # noqa: ANN401 - a test client's response
        if self.by_name and "." in path.rpartition("/")[2]:
            return bool(answer.status_code == 200)
        control = answer.headers.get("Cache-Control", "")
        return answer.status_code in (200, 301, 404) and not any(each in control for each in FORBIDS)


def _paths() -> list[str]:
    return [path for path, _ in addresses() if not {"<", "("} & set(path) and not path.startswith("/admin/")]


KEEPS_ALL = together(
    replaced("django.views.decorators.cache.add_never_cache_headers", lambda _: None),
    replaced("vintner.web.answers.patch_cache_control", lambda *_, **__: None),
)


@attack(without=KEEPS_ALL)
def test_pages_of_one_visitor_for_another(provider: ProviderDouble) -> Tries:
    """What a cache has of a customer with a cart and an order has nothing of hers, and no cookie."""
    user = make_user(EMAIL, first_name=NAME)
    shopper = Shopper()
    shopper.client.force_login(user)
    shopper.puts(make_product()).pays(billing_first_name=NAME, billing_email=EMAIL)
    shopper.puts(make_product())
    order = Order.objects.get()
    for path in (*_paths(), link("order_received", order), f"/my-source/view-order/{order.pk}/"):
        cache = SharedCache()
        kept = cache.get(shopper.client, path)
        yield path, _tells(kept)


def _tells(kept: bytes) -> bool:
    secrets = (NAME.encode(), EMAIL.encode(), b"sessionid", b"csrftoken=", b"vintner_cart=")
    return any(each in kept for each in secrets)


def _cut_off(path: str) -> str:
    """Read an address as frameworks do that forget what follows the page's own."""
    return "/".join(path.split("/")[:3]) + "/" if path.startswith("/my-source/") else path


class Forgetful:
    """Answers an address below a page with the page."""

    def __init__(self, get_response: Any) -> None:  # noqa: ANN401 - Django's own
        self._get_response = get_response

    def __call__(self, request: Any) -> Any:  # noqa: ANN401 - Django's own
        request.path_info = request.path = _cut_off(request.path_info)
        return self._get_response(request)


FORGETFUL = setting(MIDDLEWARE=[f"{__name__}.Forgetful", *settings.MIDDLEWARE])


@attack(without=FORGETFUL)
def test_pages_named_like_files() -> Tries:
    """Web cache deception: the victim follows a link to her account that looks like a style sheet's."""
    make_user(EMAIL, first_name=NAME)
    victim = Client()
    victim.force_login(User.objects.get(email=EMAIL))
    for page in ("/my-source/edit-account/", "/my-source/orders/", "/checkout/", "/cart/", "/my-source/privacy/"):
        for end in DECEPTIVE:
            kept = SharedCache(by_name=True).get(victim, page + end)
            yield page + end, _tells(kept)


@attack(without=setting(USE_X_FORWARDED_HOST=True, ALLOWED_HOSTS=["*"], STORE_URL="http://evil.example"))
def test_poison_in_headers() -> Tries:
    """What an attacker's request says of hosts is in no page that a cache or the store keeps for others."""
    wine = make_product()
    for path in ("/", "/shop/", wine.get_absolute_url(), "/sitemap.xml", "/robots.txt", "/feed/", "/producer/"):
        for name, value in POISON.items():
            caches["pages"].clear()
            answer = Client().get(path, headers={name: value})
            content = answer.getvalue() if hasattr(answer, "getvalue") else answer.content
            poisoned = b"evil.example" in content or "evil.example" in answer.headers.get("Location", "")
            yield f"{path} {name}", poisoned or b"evil.example" in Client().get(path).content
