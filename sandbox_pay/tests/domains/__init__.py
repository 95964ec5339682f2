"""Domains of stores that are registered for wallets."""
