"""Wallets that pay by a button of their own: their names, and the store's domain at the provider."""
