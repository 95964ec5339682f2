"""The log of requests that staff or shoppers may not make."""

import logging
from http import HTTPStatus


class WithoutTraceback(logging.Filter):
    """Takes the traceback out of a refused request: its line says who was refused what, and nothing has failed."""

    def filter(self, record: logging.LogRecord) -> bool:
        if getattr(record, "status_code", None) == HTTPStatus.FORBIDDEN:
            record.exc_info = None
        return True
