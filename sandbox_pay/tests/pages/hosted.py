"""The pages on which a shopper acts, by their types."""

import stripe

from sandbox_pay.testing import SandboxProcess
from sandbox_pay.tests.types.sample_sales import begin_payment

EVERY = ("ideal", "alipay", "cashapp", "wechat_pay", "oxxo", "boleto", "multibanco", "us_bank_account")


def read_action(intent: stripe.PaymentIntent) -> dict[str, str]:
    assert intent.next_action is not None
    shown = intent.next_action.to_dict()
    return dict(shown[shown["type"]])


def open_page(client: stripe.StripeClient, sandbox: SandboxProcess, kind: str) -> tuple[str, str]:
    """Begin a payment by this type and return its id and its page's address."""
    intent = begin_payment(client, sandbox, kind)
    addresses = {
        "ideal": "url",
        "alipay": "url",
        "cashapp": "mobile_auth_url",
        "wechat_pay": "data",
        "oxxo": "hosted_voucher_url",
        "boleto": "hosted_voucher_url",
        "multibanco": "hosted_voucher_url",
        "us_bank_account": "hosted_verification_url",
    }
    return intent.id, read_action(intent)[addresses[kind]]
