"""Messages for the next page of a visitor. A link after the text is data of the message."""

from django.contrib import messages
from django.contrib.messages.storage.base import Message
from django.http import HttpRequest
from pydantic import ValidationError

from vintner.web.page import Link, Notice


def notify_success(request: HttpRequest, text: str, link: Link | None = None) -> None:
    """Add a success message for the visitor, with an optional link."""
    messages.success(request, text, extra_tags=link.model_dump_json() if link else "")


def notify_info(request: HttpRequest, text: str, link: Link | None = None) -> None:
    """Add a message that is neither success nor error, with an optional link."""
    messages.info(request, text, extra_tags=link.model_dump_json() if link else "")


def read_notice(message: Message) -> Notice:
    """Return a message as pages display it. Extra tags that are no link, as an older release wrote, are ignored."""
    kind = "error" if message.level_tag == "warning" else message.level_tag
    return Notice(kind=kind, text=str(message.message), link=_link(message.extra_tags or ""))


def _link(text: str) -> Link | None:
    try:
        return Link.model_validate_json(text) if text else None
    except ValidationError:
        return None
