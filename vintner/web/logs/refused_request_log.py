"""A log filter for refused requests (403)."""

import logging
from http import HTTPStatus


class WithoutTraceback(logging.Filter):
    """Removes the traceback of a refused request: its line says all, and nothing has failed."""

    def filter(self, record: logging.LogRecord) -> bool:
        if getattr(record, "status_code", None) == HTTPStatus.FORBIDDEN:
            record.exc_info = None
        return True
