"""The background jobs of accounts."""

from datetime import UTC, datetime

from procrastinate.contrib.django import app

from vintner.accounts.address_book import addresses


@app.periodic(cron="17 * * * *")
@app.task(name="accounts.forget_removed_addresses", queueing_lock="accounts.forget_removed_addresses")
def forget_removed_addresses(timestamp: int) -> None:
    """Delete addresses that customers removed and can no longer bring back.

    `timestamp` is the moment for which the run was planned, in seconds since 1970.
    """
    addresses.forget_removed(datetime.fromtimestamp(timestamp, tz=UTC))
