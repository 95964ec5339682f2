"""The Store API: carts and products for clients that are no browsers of ours (contract 3)."""
