"""The bars of express checkout: amounts to the cent, own carts kept, quick sheets, crashes that cost nothing."""
