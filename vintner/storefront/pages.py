"""Pages about the store itself."""

from vintner.web.page import Image, Page


class StyleGuidePage(Page):
    """All components of the pages in every state. Their props are the fixtures of the frontend's tests."""

    picture: Image | None
    """Used for all pictures, since those of the fixtures have no files."""


class AgePage(Page):
    """The page for visitors who are too young. Its text is that of the age gate (`shared`) over it."""
