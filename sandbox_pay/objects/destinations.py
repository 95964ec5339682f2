"""Where a refund goes, in Stripe's shape."""

from sandbox_pay.protocol.json import Json

CARD: Json = {"reference_status": "pending", "reference_type": "acquirer_reference_number", "type": "refund"}
KNOWN = frozenset(
    {
        "affirm", "afterpay_clearpay", "alipay", "amazon_pay", "blik", "cashapp", "eps", "giropay", "klarna",
        "multibanco", "p24", "sofort", "wechat_pay",
    }
)  # fmt: skip
"""The types of which Stripe shows something under their name."""


def destination(kind: str) -> Json:
    if kind == "card":
        return {"type": kind, "card": {**CARD}}
    return {"type": kind, kind: {}} if kind in KNOWN else {"type": kind}
