"""A form leads to addresses of this store. Those of others: tests/attack/test_10_open_redirects.py."""

import pytest

from vintner.accounts.auth_forms.redirects import own_address, with_parameter


@pytest.mark.parametrize(
    "wanted", ["/", "/shop/?page=2&color=red", "/product/été/#reviews", "https://shop.example/checkout/"]
)
def test_addresses_of_the_store_are(wanted: str) -> None:
    assert own_address(wanted, host="shop.example", is_secure=True, default="/my-source/") == wanted


def test_a_parameter_is_added_to_those_that_are_there() -> None:
    assert with_parameter("/shop/?a=1#top", "login", "success") == "/shop/?a=1&login=success#top"
    assert with_parameter("/shop/", "login", "success") == "/shop/?login=success"
