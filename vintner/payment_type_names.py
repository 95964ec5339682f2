"""The types of payment methods that PAYMENT_TYPES may list, by the provider's names.

What each of them is, payments/types.py says. The settings are read before it, so the names are apart.
"""

from typing import Final

PAYMENT_TYPE_NAMES: Final = (
    *("card", "us_bank_account", "acss_debit", "bacs_debit", "au_becs_debit", "sepa_debit", "link", "cashapp"),
    *("amazon_pay", "klarna", "affirm", "afterpay_clearpay", "alipay", "wechat_pay", "bancontact", "ideal", "sofort"),
    *("eps", "giropay", "p24", "blik", "multibanco", "boleto", "oxxo"),
)
