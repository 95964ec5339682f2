"""The page of a text that the merchant writes, and the contact page."""

from collections.abc import Mapping

from django.conf import settings
from django.urls import reverse

from vintner.content.contact import ContactForm
from vintner.content.markdown import render_markdown
from vintner.content.models import Content, StoreDetails
from vintner.web.form_props import FormField
from vintner.web.page import CSRF_TOKEN, Head, Page, Shared


class ContentPage(Page):
    """A text of the merchant's: delivery, returns, about us."""

    title: str
    html: str
    """The text, sanitized."""


def content_page(content: Content, shared: Shared, *, is_preview: bool = False) -> ContentPage:
    """Return the page. Search engines leave a preview alone."""
    return ContentPage(
        head=Head(
            title=f"{content.title} – {settings.STORE_NAME}",
            description=content.description,
            canonical="" if is_preview else settings.STORE_URL + content.get_absolute_url(),
            robots="noindex" if is_preview else "",
        ),
        shared=shared,
        title=content.title,
        html=render_markdown(content.text),
    )


class ContactPage(Page):
    """The form of the contact page. How to reach the store otherwise stands in the footer's props."""

    csrf_token: str
    action: str
    text: str
    """Above the form, in the merchant's words."""
    fields: tuple[FormField, ...]
    problem: str
    """Why a form without mistakes was not sent."""
    was_sent: bool


def contact_page(
    form: ContactForm,
    shared: Shared,
    *,
    errors: Mapping[str, str] | None = None,
    problem: str = "",
    was_sent: bool = False,
) -> ContactPage:
    """Return the page. One query."""
    details = StoreDetails.objects.first()
    return ContactPage(
        head=Head(title=f"Contact – {settings.STORE_NAME}", canonical=settings.STORE_URL + reverse("contact")),
        shared=shared,
        csrf_token=CSRF_TOKEN,
        action=reverse("contact"),
        text=details.contact_text if details else "",
        fields=_contact_fields(form, errors or {}),
        problem=problem,
        was_sent=was_sent,
    )


def _contact_fields(form: ContactForm, errors: Mapping[str, str]) -> tuple[FormField, ...]:
    rows = (
        ("name", "Name", "text", "name", form.name),
        ("email", "Email address", "email", "email", form.email),
        ("order_number", "Order number", "text", "off", form.order_number),
        ("message", "Message", "textarea", "off", form.text),
    )
    return tuple(
        FormField(
            name=name,
            label=label,
            kind=kind,
            required=name != "order_number",
            autocomplete=autocomplete,
            inputmode={"email": "email"}.get(name, ""),
            placeholder="",
            hint="",
            value=value,
            error=errors.get(name, ""),
        )
        for name, label, kind, autocomplete, value in rows
    )
