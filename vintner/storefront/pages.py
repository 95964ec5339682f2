"""Pages about the store itself."""

from vintner.web.page import Image, Page


class StyleGuidePage(Page):
    """Every part that pages are made of, in every state. Its texts are the fixtures of the frontend's tests."""

    picture: Image | None
    """Stands in all places of a picture; the fixtures' own pictures have no files."""


class AgePage(Page):
    """Where who is too young is let go. Its words are the age gate's (`shared`), which stands before it."""
