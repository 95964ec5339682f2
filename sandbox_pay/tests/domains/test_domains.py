"""Domains that are registered for wallets: once each, switched off and on, and Apple Pay where nobody reaches them."""

import pytest
import stripe


def test_a_domain_is_registered_once(client: stripe.StripeClient) -> None:
    domains = client.v1.payment_method_domains
    first = domains.create({"domain_name": "shop.example.com"})
    assert (first.domain_name, first.enabled, first.apple_pay.status) == ("shop.example.com", True, "active")
    assert domains.create({"domain_name": "SHOP.example.com"}).id == first.id
    assert [each.id for each in domains.list({"domain_name": "shop.example.com"}).data] == [first.id]
    assert domains.list({"domain_name": "www.example.com"}).data == []
    assert domains.retrieve(first.id).id == first.id


def test_a_domain_is_switched_off_and_on(client: stripe.StripeClient) -> None:
    domains = client.v1.payment_method_domains
    domain = domains.create({"domain_name": "shop.example.com", "enabled": False})
    assert (domain.enabled, domain.link.status) == (False, "inactive")
    assert domains.list({"enabled": True}).data == []
    domains.update(domain.id, {"enabled": True})
    assert domains.validate(domain.id).link.status == "active"


def test_apple_pay_is_inactive_where_the_domain_is_not_reached(client: stripe.StripeClient) -> None:
    domain = client.v1.payment_method_domains.create({"domain_name": "shop.invalid"})
    assert (domain.apple_pay.status, domain.google_pay.status) == ("inactive", "active")
    assert domain.apple_pay.status_details is not None
    assert "could not be reached" in domain.apple_pay.status_details.error_message


@pytest.mark.parametrize(
    "name", ["localhost", "127.0.0.1", "https://shop.example.com", "shop.example.com:8000", "a b.c"]
)
def test_other_names_are_refused(client: stripe.StripeClient, name: str) -> None:
    with pytest.raises(stripe.InvalidRequestError, match="not a valid domain name") as refused:
        client.v1.payment_method_domains.create({"domain_name": name})
    assert refused.value.param == "domain_name"
