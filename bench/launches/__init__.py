"""The bars of launches: `make launch-bars`."""
