"""Which visitors count as one."""

import pytest

from vintner.web.client_address import network_key


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
