"""How the store writes its logs. Read by the settings, so it knows nothing of Django."""

import structlog

LINE_START: list[structlog.types.Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def configure_structlog() -> None:
    """Configure structlog, once in a process: a logger that was used keeps the processors that it found."""
    if structlog.is_configured():
        return
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *LINE_START,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )


def build_logging(level: str, *, as_json: bool) -> dict[str, object]:
    """Return the setting LOGGING: JSON lines, or plain text to be read in a terminal.

    `level` is that of requests and background jobs.
    """
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "lines": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": LINE_START,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    structlog.processors.format_exc_info,
                    structlog.processors.JSONRenderer() if as_json else structlog.dev.ConsoleRenderer(colors=False),
                ],
            }
        },
        "filters": {"without_traceback": {"()": "vintner.web.logs.refused_request_log.WithoutTraceback"}},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "lines"}},
        "root": {"handlers": ["console"], "level": "WARNING"},
        "loggers": {
            "django.request": {"filters": ["without_traceback"]},
            "django.security.DisallowedHost": {"level": "CRITICAL"},  # a traceback for each stray request
            "django_structlog": {"level": level},
            "vintner": {"level": "INFO"},
            "procrastinate": {"level": level},
            "procrastinate.blueprints": {"level": "WARNING"},  # every program would list all periodic jobs at its start
            "procrastinate.periodic": {"level": "WARNING"},
        },
    }
