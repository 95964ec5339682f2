"""The one account of the sandbox."""

from sandbox_pay.protocol.json import Json

ACCOUNT: Json = {
    "id": "acct_sandboxvintner",
    "object": "account",
    "business_type": "company",
    "capabilities": {"card_payments": "active", "transfers": "active"},
    "charges_enabled": True,
    "country": "US",
    "created": 1767225600,
    "default_currency": "usd",
    "details_submitted": True,
    "email": "owner@vintner.example",
    "metadata": {},
    "payouts_enabled": True,
    "settings": {
        "branding": {"icon": None, "logo": None, "primary_color": None, "secondary_color": None},
        "card_payments": {
            "statement_descriptor_prefix": "SANDBOX",
            "statement_descriptor_prefix_kana": None,
            "statement_descriptor_prefix_kanji": None,
        },
        "dashboard": {"display_name": "Vintner sandbox", "timezone": "America/Los_Angeles"},
        "payments": {
            "statement_descriptor": "SANDBOX",
            "statement_descriptor_kana": None,
            "statement_descriptor_kanji": None,
        },
    },
    "type": "standard",
}
