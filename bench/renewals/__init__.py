"""The bars of renewals: `make renewals-bars`."""
