"""The sandbox card provider: a separate program that speaks Stripe's HTTP API and moves no real money."""

API_VERSION = "2026-10-28.endive"
"""The only API version: the one to which the installed SDK is pinned."""
SECRET_KEY = "sk_test_sandbox_vintner"  # noqa: S105 - seeded, and public by design
PUBLISHABLE_KEY = "pk_test_sandbox_vintner"
WEBHOOK_SECRET = "whsec_sandbox_vintner"  # noqa: S105 - seeded, and public by design
