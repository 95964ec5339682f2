"""What the express checkout element offers and how it misbehaves: switches for tests and demos."""

import sqlite3
from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from pydantic import BaseModel, ConfigDict, Field, field_validator

from sandbox_pay.payments.behaviours import BY_NUMBER
from sandbox_pay.storage import setting

SETTING = "express"
MOST_DELAY = 60_000
"""Milliseconds: nobody waits longer for a wallet."""


class ElementWallet(StrEnum):
    """The wallets, as `expressPaymentType` names them, in the order in which the element shows them."""

    APPLE_PAY = "apple_pay"
    GOOGLE_PAY = "google_pay"
    LINK = "link"
    AMAZON_PAY = "amazon_pay"
    KLARNA = "klarna"
    PAYPAL = "paypal"


class SheetStep(StrEnum):
    """The steps from the button to the payment. At all but the first the shopper may close the sheet."""

    READY = "ready"
    CLICK = "click"
    ADDRESS = "address"
    RATE = "rate"
    CONFIRM = "confirm"


class ExpressSwitches(BaseModel):
    """`delays` are milliseconds by step. `card` is the test card that the wallet holds in the first place.

    `offline`: the provider can't be reached once the shopper has confirmed.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    wallets: tuple[ElementWallet, ...] = tuple(wallet for wallet in ElementWallet if wallet is not ElementWallet.PAYPAL)
    load_error: bool = False
    delays: dict[SheetStep, int] = Field(default_factory=dict)
    close_at: SheetStep | None = None
    offline: bool = False
    card: str = "4242424242424242"

    @field_validator("delays")
    @classmethod
    def _bearable(cls, delays: dict[SheetStep, int]) -> dict[SheetStep, int]:
        if any(not 0 <= delay <= MOST_DELAY for delay in delays.values()):
            raise ValueError(f"a delay is 0 to {MOST_DELAY} milliseconds")
        return delays

    @field_validator("close_at")
    @classmethod
    def _after_ready(cls, step: SheetStep | None) -> SheetStep | None:
        if step is SheetStep.READY:
            raise ValueError("there is no sheet yet that could be closed")
        return step

    @field_validator("card")
    @classmethod
    def _test_card(cls, number: str) -> str:
        if number not in BY_NUMBER:
            raise ValueError("there is no test card with this number")
        return number


ALL_SLOW = 4000
"""Milliseconds that every step takes when the dashboard makes wallets slow."""
PRESETS: Final[Mapping[str, ExpressSwitches]] = {
    "without fault": ExpressSwitches(),
    "no wallet on this device": ExpressSwitches(wallets=()),
    "the element does not load": ExpressSwitches(load_error=True),
    "every step is slow": ExpressSwitches(delays=dict.fromkeys(SheetStep, ALL_SLOW)),
    "the bank asks first (3-D Secure)": ExpressSwitches(card="4000000000003220"),
    "the card is declined": ExpressSwitches(card="4000000000000002"),
    "the sheet closes at the click": ExpressSwitches(close_at=SheetStep.CLICK),
    "the sheet closes at the address": ExpressSwitches(close_at=SheetStep.ADDRESS),
    "the sheet closes at the shipping method": ExpressSwitches(close_at=SheetStep.RATE),
    "the sheet closes at the payment": ExpressSwitches(close_at=SheetStep.CONFIRM),
    "the provider is out of reach at the payment": ExpressSwitches(offline=True),
}
"""What the dashboard offers, by its words."""


def read(connection: sqlite3.Connection) -> ExpressSwitches:
    """Return the switches: those of a sandbox without faults, unless a test set them."""
    return ExpressSwitches.model_validate_json(setting.read(connection, SETTING, "{}"))


def write(connection: sqlite3.Connection, switches: ExpressSwitches) -> None:
    """Set all switches until a reset. Pages that are loaded from now on follow them."""
    setting.write(connection, SETTING, switches.model_dump_json())
