"""What allauth's views have in common here: they render the page of a step instead of a template."""

from typing import Any, ClassVar

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse

from vintner.accounts.engine.steps import find_error, list_fields
from vintner.accounts.pages import AccountStepPage
from vintner.customers.middleware import user_of
from vintner.customers.pages import account_menu
from vintner.web.answers import page_response
from vintner.web.page import CSRF_TOKEN, Head
from vintner.web.shared_props import shared_props


class StepMixin:
    """Renders a view of allauth as an AccountStepPage. A form that is not valid answers with 400."""

    request: HttpRequest
    heading: ClassVar[str]
    paragraphs: ClassVar[tuple[str, ...]] = ()
    button: ClassVar[str] = "Continue"
    in_account: ClassVar[bool] = True

    def render_to_response(self, context: dict[str, Any], **_: object) -> HttpResponse:
        form = self.find_form(context)
        user = user_of(self.request) if self.in_account else None
        page = AccountStepPage(
            head=Head(title=f"{self.heading} – {settings.STORE_NAME}", robots="noindex"),
            shared=shared_props(self.request),
            csrf_token=CSRF_TOKEN,
            menu=account_menu("security", user) if user is not None else (),
            heading=self.heading,
            paragraphs=self.paragraphs,
            fields=list_fields(form) if form is not None else (),
            error=find_error(form) if form is not None else "",
            button=self.button,
        ).model_copy(update=self.more_props(context))
        response = page_response(self.request, page, 400 if self.request.method == "POST" else 200)
        response["Cache-Control"] = "no-store, private"
        return response

    def find_form(self, context: dict[str, Any]) -> forms.Form | None:
        form = context.get("form")
        return form if isinstance(form, forms.Form) else None

    def more_props(self, context: dict[str, Any]) -> dict[str, object]:
        """Return further props of the page."""
        return {}
