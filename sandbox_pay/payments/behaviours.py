"""What each test card does: Stripe's published table of card numbers, as data.

A number that is not here is refused, so a real card can never be taken by mistake.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto

from sandbox_pay.payments import declines
from sandbox_pay.payments.declines import Decline


class Authentication(Enum):
    """When the bank asks the shopper (3-D Secure)."""

    NEVER = auto()
    IF_ASKED = auto()
    UNTIL_SET_UP = auto()
    WITH_THE_SHOPPER = auto()
    ALWAYS = auto()
    LOOKUP_FAILS = auto()


@dataclass(frozen=True, slots=True)
class Behaviour:
    """`decline` is the result of a charge; with `refused_at_attach` also of saving the card."""

    number: str
    brand: str
    alias: str
    meaning: str
    decline: Decline | None = None
    refused_at_attach: bool = True
    authentication: Authentication = Authentication.NEVER
    frictionless: bool = False
    """Whether the bank knows the shopper by itself (3-D Secure without a question)."""
    funding: str = "credit"
    country: str = "US"
    blocked: bool = False
    risk_level: str = "normal"
    disputed_as: str = ""
    """The reason of the dispute that follows the charge, in Stripe's words."""
    inquiry: bool = False
    """Whether the bank only asks at first."""
    reviewed: bool = False
    """Whether a rule wants a person to look at the payment."""
    warned: bool = False
    """Whether the card's network warns of fraud early, before anybody disputes."""
    refund: str = "succeeded"
    """What a refund is at first: `pending` ones succeed, and `failing` ones fail, after a while."""
    fault: str = ""
    """What happens to the first request to pay with the card (protocol/faults.py)."""


def _paying(number: str, brand: str, alias: str, meaning: str, funding: str = "credit") -> Behaviour:
    return Behaviour(number, brand, alias, meaning, funding=funding)


def _declining(number: str, alias: str, meaning: str, decline: Decline) -> Behaviour:
    return Behaviour(number, "visa", alias, meaning, decline=decline)


def _asking(
    number: str, alias: str, meaning: str, authentication: Authentication, decline: Decline | None = None
) -> Behaviour:
    return Behaviour(
        number, "visa", alias, meaning, decline=decline, refused_at_attach=False, authentication=authentication
    )


def _disputed(number: str, alias: str, meaning: str, reason: str, *, inquiry: bool = False) -> Behaviour:
    return Behaviour(number, "visa", alias, meaning, disputed_as=reason, inquiry=inquiry)


TABLE: tuple[Behaviour, ...] = (
    _paying("4242424242424242", "visa", "pm_card_visa", "Pays"),
    _paying("4000056655665556", "visa", "pm_card_visa_debit", "Pays (debit)", "debit"),
    _paying("5555555555554444", "mastercard", "pm_card_mastercard", "Pays"),
    _paying("2223003122003222", "mastercard", "pm_card_mastercard_two_series", "Pays"),
    _paying("5200828282828210", "mastercard", "pm_card_mastercard_debit", "Pays (debit)", "debit"),
    _paying("5105105105105100", "mastercard", "pm_card_mastercard_prepaid", "Pays (prepaid)", "prepaid"),
    _paying("378282246310005", "amex", "pm_card_amex", "Pays"),
    _paying("371449635398431", "amex", "pm_card_amex_second", "Pays"),
    _paying("6011111111111117", "discover", "pm_card_discover", "Pays"),
    _paying("3056930009020004", "diners", "pm_card_diners", "Pays"),
    _paying("36227206271667", "diners", "pm_card_diners_fourteen_digits", "Pays"),
    _paying("3566002020360505", "jcb", "pm_card_jcb", "Pays"),
    _paying("6200000000000005", "unionpay", "pm_card_unionpay", "Pays"),
    _declining("4000000000000002", "pm_card_chargeDeclined", "Declined", declines.GENERIC),
    _declining(
        "4000000000009995",
        "pm_card_chargeDeclinedInsufficientFunds",
        "Declined: insufficient funds",
        declines.INSUFFICIENT_FUNDS,
    ),
    _declining("4000000000009987", "pm_card_chargeDeclinedLostCard", "Declined: lost card", declines.LOST),
    _declining("4000000000009979", "pm_card_chargeDeclinedStolenCard", "Declined: stolen card", declines.STOLEN),
    _declining("4000000000000069", "pm_card_chargeDeclinedExpiredCard", "Declined: expired", declines.EXPIRED),
    _declining("4000000000000127", "pm_card_chargeDeclinedIncorrectCvc", "Declined: wrong CVC", declines.INCORRECT_CVC),
    _declining(
        "4000000000000119", "pm_card_chargeDeclinedProcessingError", "Declined: processing error", declines.PROCESSING
    ),
    _declining(
        "4000000000006975",
        "pm_card_chargeDeclinedVelocityLimitExceeded",
        "Declined: too many attempts",
        declines.VELOCITY,
    ),
    Behaviour(
        "4000000000000341",
        "visa",
        "pm_card_chargeCustomerFail",
        "Can be saved, then declines",
        decline=declines.GENERIC,
        refused_at_attach=False,
    ),
    _asking(
        "4000002500003155",
        "pm_card_authenticationRequiredOnSetup",
        "3-D Secure; without the shopper only until set up for later payments",
        Authentication.UNTIL_SET_UP,
    ),
    _asking("4000002760003184", "pm_card_authenticationRequired", "3-D Secure, always", Authentication.ALWAYS),
    _asking(
        "4000003800000446",
        "pm_card_authenticationRequiredSetupForOffSession",
        "3-D Secure when the shopper is there",
        Authentication.WITH_THE_SHOPPER,
    ),
    _asking(
        "4000008260003178",
        "pm_card_authenticationRequiredChargeDeclinedInsufficientFunds",
        "3-D Secure, then declined: insufficient funds",
        Authentication.ALWAYS,
        declines.INSUFFICIENT_FUNDS,
    ),
    _asking("4000000000003220", "pm_card_threeDSecure2Required", "3-D Secure, then pays", Authentication.ALWAYS),
    _asking("4000008400000027", "pm_card_threeDSecureRequired", "3-D Secure, then pays", Authentication.ALWAYS),
    _asking(
        "4000008400001629",
        "pm_card_threeDSecureRequiredChargeDeclined",
        "3-D Secure, then declined",
        Authentication.ALWAYS,
        declines.GENERIC,
    ),
    _asking(
        "4000008400001280",
        "pm_card_threeDSecureRequiredProcessingError",
        "3-D Secure can't be started: declined",
        Authentication.LOOKUP_FAILS,
    ),
    _asking(
        "4000000000003055", "pm_card_threeDSecureOptional", "Pays; 3-D Secure when asked for", Authentication.IF_ASKED
    ),
    _paying(
        "4000000000003097",
        "visa",
        "pm_card_threeDSecureOptionalProcessingError",
        "Pays; an optional 3-D Secure fails silently",
    ),
    Behaviour(
        "4000000032200000",
        "visa",
        "pm_card_threeDSecureFrictionless",
        "Pays; 3-D Secure without a question",
        frictionless=True,
    ),
    Behaviour(
        "4100000000000019",
        "visa",
        "pm_card_radarBlock",
        "Blocked as fraudulent",
        decline=declines.FRAUDULENT,
        refused_at_attach=False,
        blocked=True,
        risk_level="highest",
    ),
    Behaviour(
        "4000000000009235",
        "visa",
        "pm_card_riskLevelElevated",
        "Pays; elevated risk, to be reviewed",
        risk_level="elevated",
        reviewed=True,
    ),
    _disputed("4000000000000259", "pm_card_createDispute", "Pays, then disputed as fraudulent", "fraudulent"),
    _disputed(
        "4000000000002685",
        "pm_card_createDisputeProductNotReceived",
        "Pays, then disputed as not received",
        "product_not_received",
    ),
    _disputed(
        "4000000000001976", "pm_card_createDisputeInquiry", "Pays, then the bank asks", "fraudulent", inquiry=True
    ),
    Behaviour(
        "4000000000005423", "visa", "pm_card_createIssuerFraudRecord", "Pays, then a warning of fraud", warned=True
    ),
    Behaviour(
        "4000000000007726", "visa", "pm_card_pendingRefund", "Pays; its refund is pending at first", refund="pending"
    ),
    Behaviour("4000000000005126", "visa", "pm_card_refundFail", "Pays; its refund fails later", refund="failing"),
    Behaviour(
        "4000990070000504",
        "visa",
        "pm_card_sandboxTimeout",
        "Pays, but the answer to the first request is lost",
        fault="timeout_after_charge",
    ),
    Behaviour(
        "4000990090000500", "visa", "pm_card_sandboxFailure", "The first request fails (500)", fault="500_before"
    ),
    Behaviour(
        "4000990080000429", "visa", "pm_card_sandboxTooMany", "The first request is one too many (429)", fault="429"
    ),
)

BY_NUMBER: Mapping[str, Behaviour] = {behaviour.number: behaviour for behaviour in TABLE}
BY_ALIAS: Mapping[str, Behaviour] = {behaviour.alias: behaviour for behaviour in TABLE}
CALLED_VISA = ("", "InsufficientFunds", "LostCard", "StolenCard", "VelocityLimitExceeded")
"""The declines for which Stripe publishes a name with the brand in it."""
VISA_NAMES: Mapping[str, Behaviour] = {
    f"pm_card_visa_chargeDeclined{why}": BY_ALIAS[f"pm_card_chargeDeclined{why}"] for why in CALLED_VISA
}
BY_TEST_NAME: Mapping[str, Behaviour] = {**BY_ALIAS, **VISA_NAMES}
"""Every name that a server-side test may give in place of a payment method."""
NO_CARD = Behaviour("", "", "", "A method of another type", risk_level="not_assessed")
