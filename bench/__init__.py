"""`make bench`: what the store does in a second, what its pages weigh, how soon they show."""
