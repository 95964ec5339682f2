"""What the store writes into its log, as the log has it."""

import io
import logging
import logging.config
from collections.abc import Iterator
from contextlib import contextmanager

from vintner.log_settings import build_logging


@contextmanager
def logged(*, as_json: bool) -> Iterator[io.StringIO]:
    """Collect what is logged at the level of production, in one of its two forms."""
    text = io.StringIO()
    handler = logging.StreamHandler(text)
    described = build_logging("INFO", as_json=as_json)
    formatters = {"version": 1, "disable_existing_loggers": False, "formatters": described["formatters"]}
    made = logging.config.DictConfigurator(formatters)
    handler.setFormatter(made.configure_formatter(dict(formatters["formatters"]["lines"])))  # type: ignore[index]
    loggers = [logging.getLogger(name) for name in ("", "django_structlog", "vintner", "django", "procrastinate")]
    levels = [each.level for each in loggers]
    loggers[0].addHandler(handler)
    for each in loggers:
        each.setLevel(logging.INFO)
    try:
        yield text
    finally:
        loggers[0].removeHandler(handler)
        for each, level in zip(loggers, levels, strict=True):
            each.setLevel(level)
