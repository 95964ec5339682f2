"""Which visitors count as one, and which page sent a form."""

import pytest
from django.test import RequestFactory
from pytest_django import Settings

from vintner.web.client_address import came_from_path, network_key


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("198.51.100.7", "198.51.100.7"),
        ("::ffff:198.51.100.7", "198.51.100.7"),
        ("2001:db8:1:2::7", "2001:db8:1:2::/64"),
        ("2001:0DB8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::7", "2001:db8:1:3::/64"),
        ("fe80::7%eth0", "fe80::/64"),
        ("", ""),
        ("unix:", "unix:"),
    ],
)
def test_limits_count_an_ipv4_address_or_an_ipv6_network(address: str, key: str) -> None:
    assert network_key(address) == key


@pytest.mark.parametrize(
    ("page", "path"),
    [
        ("https://store.example:8443/cart/?step=2", "/cart/?step=2"),
        ("https://store.example/cart/", "/cart/"),
        ("https://elsewhere.example/cart/", ""),
        ("https://store.example:8443//elsewhere.example/", ""),
    ],
)
def test_a_form_is_the_store_s_own_also_where_a_proxy_drops_the_port(page: str, path: str, settings: Settings) -> None:
    settings.STORE_URL, settings.ALLOWED_HOSTS = "https://store.example:8443", ["store.example"]
    request = RequestFactory(headers={"Host": "store.example", "Referer": page}).post("/")
    assert came_from_path(request) == path
