"""The props of what recurs after an order."""

from vintner.web.page import Props


class RecurringLine(Props):
    """What later boxes of a subscription cost. `label` begins the sentence, and leads its subscriber to `url`."""

    label: str
    url: str
    text: str
