"""What the card provider's own books say: the only witness of what was really charged."""

from dataclasses import dataclass

import httpx

from vintner.testing.sandbox import Sandbox


@dataclass(frozen=True, slots=True)
class LedgerAccount:
    """What was taken and given back for an order, in cents; `charges` is how often money was taken."""

    charges: int
    taken: int
    refunded: int


def read(sandbox: Sandbox) -> dict[int, LedgerAccount]:
    """Return the account of every order that the provider has a charge of."""
    with httpx.Client(base_url=sandbox.url, timeout=60) as client:
        orders = client.get("/_sandbox/ledger").raise_for_status().json()["orders"]
    return {
        int(number): LedgerAccount(each["captured_count"], each["captured"], each["refunded"])
        for number, each in orders.items()
        if number
    }
