"""The gateway to Stripe, and to the sandbox provider, which has the same API."""
