"""Background jobs of the catalogue."""

from datetime import UTC, datetime, timedelta

from procrastinate.contrib.django import app

from vintner.catalogue import pictures, products
from vintner.catalogue.finding import dictionary
from vintner.catalogue.stock import sales_counts

BEHIND_OTHERS = -1
"""The priority of jobs that come by the thousand: all others are done before the next of them."""
SHORT, LONG = timedelta(minutes=5), timedelta(days=30)
"""How far back a run looks for changed prices. The long run covers the time in which a worker was stopped."""


@app.task(name=pictures.MAKE_SIZES, queue="pictures", priority=BEHIND_OTHERS, retry=3)
def make_sizes(picture_id: int) -> None:
    """Make the sizes of a picture that was just stored."""
    pictures.make_sizes(picture_id)


@app.periodic(cron="* * * * *")
@app.task(name="catalogue.refresh_prices", queueing_lock="catalogue.refresh_prices")
def refresh_prices(timestamp: int) -> None:
    """Refresh the prices of products whose sale began or ended, or that were released, in the last minutes.

    `timestamp` is the moment for which the run was planned, in seconds since 1970.
    """
    _refresh(timestamp, SHORT)


@app.periodic(cron="30 * * * *")
@app.task(name="catalogue.refresh_prices_again", queueing_lock="catalogue.refresh_prices_again")
def refresh_prices_again(timestamp: int) -> None:
    """Look for the same changes in the last month."""
    _refresh(timestamp, LONG)


def _refresh(timestamp: int, look_back: timedelta) -> None:
    planned, now = datetime.fromtimestamp(timestamp, tz=UTC), datetime.now(tz=UTC)
    products.refresh_scheduled(planned - look_back, now)


@app.periodic(cron="17 4 * * *")
@app.task(name="catalogue.forget_words", queueing_lock="catalogue.forget_words")
def forget_words(timestamp: int) -> None:
    """Remove words from the dictionary that no wine has any more, so that no search is corrected to them."""
    dictionary.delete_unused_words()


@app.periodic(cron="7 * * * *")
@app.task(name="catalogue.count_sales", queueing_lock="catalogue.count_sales")
def count_sales(timestamp: int) -> None:
    """Add what was sold in the last hour to the counts of products."""
    sales_counts.count_sales()
