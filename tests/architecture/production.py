"""The settings of a store in production."""

PRODUCTION = {
    "VINTNER_ENV": "production",
    "SECRET_KEY": "a key of this test, long enough and with signs enough 0123456789",
    "STRIPE_SECRET_KEY": "sk_live_check",
    "STRIPE_PUBLISHABLE_KEY": "pk_live_check",
    "STRIPE_WEBHOOK_SECRETS": "whsec_check",
    "STORE_URL": "https://store.example",
    "TRUSTED_PROXIES": "127.0.0.1",
    "STORE_EMAIL": "cellar@store.example",
    "STORE_COUNTRY": "US",
    "STORE_CITY": "Napa",
    "STORE_STREET": "1 Main St",
    "EMAIL_URL": "smtp://localhost:25",
}
