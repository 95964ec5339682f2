"""`payment_method_options` of an intent for the types other than card: what was given, with the types' defaults."""

from collections.abc import Mapping

from sandbox_pay.protocol.json import Json, as_json

DEFAULTS: Mapping[str, Json] = {
    "acss_debit": {"verification_method": "automatic"},
    "afterpay_clearpay": {"reference": None},
    "bancontact": {"preferred_language": "en"},
    "boleto": {"expires_after_days": 3},
    "klarna": {"preferred_locale": None},
    "oxxo": {"expires_after_days": 3},
    "sofort": {"preferred_language": None},
    "us_bank_account": {"verification_method": "automatic"},
    "wechat_pay": {"app_id": None, "client": None},
}


def render_options(kind: str, values: Json) -> Json:
    """Return the options of one type, without a BLIK code."""
    options: Json = {**DEFAULTS.get(kind, {}), **as_json(values.get(kind))}
    return {name: value for name, value in options.items() if name != "code"}
