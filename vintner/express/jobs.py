"""The background jobs of express checkout."""

from datetime import UTC, datetime

from procrastinate.contrib.django import app

from vintner.express import express_carts, sheet_quotes


@app.periodic(cron="23 * * * *")
@app.task(name="express.delete_old_quotes", queueing_lock="express.delete_old_quotes")
def delete_old_quotes(timestamp: int) -> None:
    """Delete quotes that were over a day before the moment for which the run was planned, in seconds since 1970."""
    sheet_quotes.delete_old_quotes(datetime.fromtimestamp(timestamp, tz=UTC))


@app.periodic(cron="*/10 * * * *")
@app.task(name="express.delete_old_carts", queueing_lock="express.delete_old_carts")
def delete_old_carts(timestamp: int) -> None:
    """Delete express carts that were not changed in the hour before the moment for which the run was planned."""
    express_carts.delete_old_express_carts(datetime.fromtimestamp(timestamp, tz=UTC) - express_carts.KEPT_FOR)
