"""The Store API: carts, products and the checkout for other clients than the store's own pages (docs/store-api.md)."""
