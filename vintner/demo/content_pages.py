"""The pages that the demo store's merchant wrote. They promise what its terms and its home page promise."""

from pathlib import Path
from typing import Final, NamedTuple

from django.conf import settings

from vintner.content.models import Content

TEXTS: Final = Path(__file__).with_name("data") / "pages"
_HELP, _ABOUT = Content.Group.HELP, Content.Group.ABOUT


class WrittenPage(NamedTuple):
    """A page; its text is the file of this name."""

    slug: str
    title: str
    group: Content.Group
    description: str


PAGES: Final = (
    WrittenPage("delivery", "Delivery", _HELP, "What delivery costs, where we ship, and who has to sign for the box."),
    WrittenPage("returns", "Returns and corked bottles", _HELP, "Corked bottles within 60 days, others within 30."),
    WrittenPage("faq", "Questions and answers", _HELP, "Ordering, delivery, payment and wine: short answers."),
    WrittenPage("about", "About us", _ABOUT, "Who we are, how we choose our wines and how we sell them."),
)


def write_pages() -> None:
    """Write the pages that are missing."""
    for position, page in enumerate(PAGES, 1):
        text = (TEXTS / f"{page.slug}.md").read_text().replace("{email}", settings.STORE_EMAIL)
        values = page._asdict() | {"text": text, "position": position, "published": True}
        Content.objects.get_or_create(slug=page.slug, defaults=values)
