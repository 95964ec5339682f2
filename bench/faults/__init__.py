"""What shoppers are answered while a program of the store is killed, frozen or slow: `make fault-bars`."""
