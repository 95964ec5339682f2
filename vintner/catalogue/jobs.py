"""What the catalogue does in the background."""

from datetime import UTC, datetime, timedelta

from procrastinate.contrib.django import app

from vintner.catalogue import pictures, products
from vintner.catalogue.finding import dictionary

BEHIND_OTHERS = -1
"""The priority of jobs that come by the thousand: whatever else waits is done before the next of them."""
SHORT, LONG = timedelta(minutes=5), timedelta(days=30)
"""How far back a run looks for prices that changed: the long look makes good what a stopped worker missed."""


@app.task(name=pictures.MAKE_SIZES, queue="pictures", priority=BEHIND_OTHERS, retry=3)
def make_sizes(picture_id: int) -> None:
    """Make the sizes of a picture that was just stored."""
    pictures.make_sizes(picture_id)


@app.periodic(cron="* * * * *")
@app.task(name="catalogue.refresh_prices", queueing_lock="catalogue.refresh_prices")
def refresh_prices(timestamp: int) -> None:
    """Bring the kept prices up to date where a sale began or ended, or a wine was released, in the last minutes.

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
    products.refresh_due(planned - look_back, now)


@app.periodic(cron="17 4 * * *")
@app.task(name="catalogue.forget_words", queueing_lock="catalogue.forget_words")
def forget_words(timestamp: int) -> None:
    """Take words out of the dictionary that no wine has any more, so that nothing is read as one of them."""
    dictionary.forget_unused()
