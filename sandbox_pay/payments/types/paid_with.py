"""What a charge shows of the method it was paid with, for types other than card (`payment_method_details`)."""

from collections.abc import Mapping

from sandbox_pay.objects.ids import new_id
from sandbox_pay.protocol.json import Json

BANK: Json = {"bank_code": None, "bank_name": None, "bic": None, "verified_name": None}
GENERATED: Json = {"generated_sepa_debit": None, "generated_sepa_debit_mandate": None, "iban_last4": None}
EMPTY: Mapping[str, Json] = {
    "affirm": {"transaction_id": None},
    "afterpay_clearpay": {"order_id": None, "reference": None},
    "alipay": {"fingerprint": None, "transaction_id": None},
    "amazon_pay": {"funding": {"type": None}, "transaction_id": None},
    "bancontact": {**BANK, **GENERATED, "preferred_language": "en"},
    "blik": {"buyer_id": None},
    "cashapp": {"transaction_id": None},
    "eps": {"verified_name": None},
    "giropay": BANK,
    "ideal": {**GENERATED, "transaction_id": None, "verified_name": None},
    "klarna": {"payer_details": None, "payment_method_category": "pay_later", "preferred_locale": "en-US"},
    "multibanco": {"entity": None, "reference": None},
    "oxxo": {"number": None},
    "p24": {"reference": None, "verified_name": None},
    "sofort": {**BANK, **GENERATED, "preferred_language": None},
    "wechat_pay": {"fingerprint": None, "transaction_id": None},
}
DEBITS = frozenset({"us_bank_account", "acss_debit", "bacs_debit", "au_becs_debit", "sepa_debit"})
OF_THE_METHOD_ALONE = frozenset({"generated_from", "networks", "status_details", "financial_connections_account"})


def details(kind: str, of_method: Json, numbers: Mapping[str, str], generated_debit: str | None) -> Json:
    """Return the details of a charge; `numbers` are the voucher's, `generated_debit` the SEPA debit it left behind."""
    if kind == "link":
        return {"country": None, "funding_source_group": "card"}
    if kind == "klarna":
        return {**EMPTY[kind]}
    rendered: Json = {**EMPTY.get(kind, {}), **of_method}
    for name, value in numbers.items():
        if name in rendered:
            rendered[name] = value
    if kind in DEBITS:
        rendered = {name: value for name, value in rendered.items() if name not in OF_THE_METHOD_ALONE}
        rendered["mandate"] = new_id("mandate")
    if generated_debit:
        rendered["generated_sepa_debit"] = generated_debit
    return rendered
