"""A log filter for requests that were refused (403), or that the database was not there for (503)."""

import logging
from http import HTTPStatus


class WithoutTraceback(logging.Filter):
    """Removes the traceback of such a request: its line says all, and no code has failed."""

    def filter(self, record: logging.LogRecord) -> bool:
        if getattr(record, "status_code", None) in (HTTPStatus.FORBIDDEN, HTTPStatus.SERVICE_UNAVAILABLE):
            record.exc_info = None
        return True
