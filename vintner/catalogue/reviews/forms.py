"""The form under a product's reviews. Its fields have the names that clients of WooCommerce send."""

from collections.abc import Mapping

from django import forms
from django.conf import settings

from vintner.catalogue.reviews import rules
from vintner.catalogue.reviews.reviews import Draft
from vintner.customers.models import User
from vintner.refusal import Refusal, Refusals
from vintner.web.email_addresses import AddressField
from vintner.web.text_input import read_line


class _PlainText(forms.CharField):
    """Text without invisible characters; an empty one counts as missing."""

    def to_python(self, value: object) -> str:
        return rules.plain(super().to_python(value) or "")


class _OneLine(forms.CharField):
    """Text in one line."""

    def to_python(self, value: object) -> str:
        return read_line(super().to_python(value) or "")


class ReviewFields(forms.Form):
    """The fields in the order of the page. A customer who is logged in has no fields for what the account knows."""

    rating = forms.CharField(required=False)
    comment = _PlainText(
        max_length=5000,
        error_messages={
            "required": "Please write a few words about the wine.",
            "max_length": "Please keep to 5,000 characters; these are %(show_value)d.",
        },
    )
    author = _OneLine(
        max_length=100,
        error_messages={
            "required": "Please tell us your name.",
            "max_length": "Please keep your name to 100 characters.",
        },
    )
    email = AddressField(
        max_length=254,
        error_messages={
            "required": "Please tell us your email address. It is never shown.",
            "invalid": "That does not look like an email address. It should read like name@example.com.",
            "max_length": "That email address is too long.",
        },
    )
    topic = forms.CharField(required=False)
    """A trap for programs: people don't see this field, so they leave it empty."""

    def __init__(self, data: Mapping[str, object], user: User | None) -> None:
        super().__init__(data)
        if user is not None:
            del self.fields["email"]
        if user is not None and user.shown_name:
            del self.fields["author"]

    def clean_rating(self) -> int | None:
        """Return the rating. Without JavaScript the field `rating` stays empty, and `stars` has the choice."""
        rating = rules.stars(self.cleaned_data["rating"] or str(self.data.get("stars", "")))
        if rating is None and settings.REVIEW_RATING_REQUIRED:
            raise forms.ValidationError("Please rate the product.")
        return rating

    def clean_topic(self) -> str:
        if self.cleaned_data["topic"]:
            raise forms.ValidationError(
                "A field that people don't see was filled in. It is empty now; please send again."
            )
        return ""


def read_review(data: Mapping[str, object], user: User | None) -> Draft:
    """Return the review that was sent. Raises Refusals, in the order of the form."""
    form = ReviewFields(data, user)
    if not form.is_valid():
        fields = [name for name in form.fields if name in form.errors]
        raise Refusals(tuple(Refusal("invalid", str(form.errors[name][0]), name) for name in fields))
    values = form.cleaned_data
    return Draft(
        author=values.get("author") or (user.shown_name if user else ""),
        email=user.email if user else values["email"].lower(),
        text=values["comment"],
        rating=values["rating"],
    )
