"""What is saved with a cart: a shopper's choices, and what an order takes out of it."""
