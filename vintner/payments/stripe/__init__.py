"""Stripe, and the sandbox provider that speaks its language."""
