"""The real SDK, with every 2xx answer held against Stripe's schemas and against the SDK's own type hints."""

import json
from collections.abc import Mapping

import stripe

from sandbox_pay.testing import SandboxProcess
from sandbox_pay.tests.stripe_hints import assert_fits
from sandbox_pay.tests.stripe_schema import assert_valid


class CheckedTransport(stripe.RequestsClient):
    """The SDK's own transport; it also remembers the last answer's headers."""

    def __init__(self, timeout: float = 20) -> None:
        super().__init__(timeout=timeout)
        self.headers: Mapping[str, str] = {}
        self.checked = 0

    def request(  # type: ignore[override]  # the SDK's subclasses differ from their base in the same way
        self, method: str, url: str, headers: Mapping[str, str] | None, post_data: object = None
    ) -> tuple[bytes, int, Mapping[str, str]]:
        body, status, self.headers = super().request(method, url, headers, post_data)
        if 200 <= status < 300:
            answer = json.loads(body)
            assert_valid(answer)
            assert_fits(answer)
            self.checked += 1
        return body, status, self.headers


def client_of(sandbox: SandboxProcess, *, retries: int = 0, timeout: float = 20) -> stripe.StripeClient:
    """Return the SDK's client as the store builds it, but without retries unless asked for."""
    return stripe.StripeClient(
        sandbox.secret_key,
        base_addresses={"api": sandbox.base_url},
        max_network_retries=retries,
        http_client=CheckedTransport(timeout),
    )
