"""Pages about the store itself, and the page of a mixed case."""

from vintner.web.form_props import SelectOption
from vintner.web.page import Image, Page, Props


class StyleGuidePage(Page):
    """All components of the pages in every state. Their props are the fixtures of the frontend's tests."""

    picture: Image | None
    """Used for all pictures, since those of the fixtures have no files."""


class AgePage(Page):
    """The page for visitors who are too young. Its text is that of the age gate (`shared`) over it."""


class CaseSlot(Props):
    """A bottle in its place in the case."""

    variation_id: int
    name: str
    image: Image | None


class CaseBottle(Props):
    """A wine of the case, or one to choose. `price` is what it costs in the case, `before` without promotions, '' when
    that is the same. `offer` is the badge of a promotion that counts it together with others.
    """

    variation_id: int
    producer: str
    name: str
    details: str
    url: str
    image: Image | None
    price: str
    before: str
    offer: str
    quantity: int
    """How many of it are in the case."""
    can_add: bool
    problem: str


class CaseSize(Props):
    """A size of the case. `url` is empty for the present one, and for one that is too small for what is in the case."""

    size: int
    url: str


class CaseParameter(Props):
    """A hidden field of the page's forms."""

    name: str
    value: str


class MixedCasePage(Page):
    """The page on which a case is filled. Its forms ask for the page anew; that of the cart posts."""

    action: str
    size: int
    count: int
    sizes: tuple[CaseSize, ...]
    slots: tuple[CaseSlot, ...]
    chosen: tuple[CaseBottle, ...]
    wines: tuple[CaseBottle, ...]
    total: str
    before: str
    """What the bottles cost one by one, '' when it is the same."""
    saved: str
    gifts: tuple[str, ...]
    """What promotions put into the cart beside the case."""
    hint: str
    """What more bottles lead to."""
    problems: tuple[str, ...]
    """Why the case cannot be added; those of a wine stand at the wine."""
    can_add: bool
    undo_url: str
    parameters: tuple[CaseParameter, ...]
    """The present state, for the forms of the wines."""
    search: str
    colour: str
    colours: tuple[SelectOption, ...]
    offer: bool
    """Whether only wines are shown that a promotion counts together."""
    offer_label: str
    """The label of that filter, '' where no such promotion runs."""
    clear_url: str
    """The page without search and color; the case stays."""
    previous_url: str
    next_url: str
