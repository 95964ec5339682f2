"""What people call each type of payment method."""

from collections.abc import Mapping

LABELS: Mapping[str, str] = {
    "acss_debit": "Pre-authorized debit (Canada)",
    "affirm": "Affirm",
    "afterpay_clearpay": "Afterpay / Clearpay",
    "alipay": "Alipay",
    "amazon_pay": "Amazon Pay",
    "au_becs_debit": "BECS Direct Debit (Australia)",
    "bacs_debit": "Bacs Direct Debit (UK)",
    "bancontact": "Bancontact",
    "blik": "BLIK",
    "boleto": "Boleto",
    "card": "Card",
    "cashapp": "Cash App Pay",
    "eps": "EPS",
    "giropay": "giropay",
    "ideal": "iDEAL",
    "klarna": "Klarna",
    "link": "Link",
    "multibanco": "Multibanco",
    "oxxo": "OXXO",
    "p24": "Przelewy24",
    "sepa_debit": "SEPA Direct Debit",
    "sofort": "Sofort",
    "us_bank_account": "ACH Direct Debit (US)",
    "wechat_pay": "WeChat Pay",
}
