"""What must always be true, with many shoppers at once: `make invariants`.

Each row is played in rounds against the store's own web processes, PostgreSQL and the card provider's sandbox. What
must be zero is counted; then each row's guard is taken away, and the row has to fail: otherwise it shows nothing.
"""
