"""What a set's page tells of its bottles."""

from vintner.web.page import Image, Props


class SetBottle(Props):
    """So many bottles in a set. `about` is producer, vintage and size; `url` is empty for wine that has no page."""

    quantity: int
    name: str
    about: str
    url: str
    image: Image | None


class SetContents(Props):
    """The bottles in a set: 'Three bottles', and if the set is cheaper, what they cost singly and what it saves."""

    title: str
    bottles: tuple[SetBottle, ...]
    singly: str = ""
    saved: str = ""
