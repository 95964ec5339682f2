"""What an attacker may not get out of accounts, over HTTP against the store's own processes: `make accounts-bars`.

Each bar is a figure that has to be met: guesses within the limits, keys that work once, answers that do not tell who
has an account, carts that survive log-ins, pictures that are refused in words, redirects that stay in the store.
"""
