"""Wallets: their names at orders, and the domain that they need."""
