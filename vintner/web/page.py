"""A page is a pydantic class: its fields are the props of the React component of the same name."""

from functools import cached_property
from typing import Annotated, ClassVar, Final

from pydantic import BaseModel, ConfigDict, Field

from vintner.web.rendering.placeholders import make_placeholder

_SMALL: Final = 320
"""Pixels: a picture of 5 rem on a screen of four to one."""


class Props(BaseModel):
    """The props of a component: immutable, without undeclared fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class ImageSource(Props):
    """One `<source>` of a picture: addresses with their widths, '/a-160.webp 160w, /a-320.webp 320w'."""

    type: str
    srcset: str

    @property
    def small(self) -> "ImageSource":
        """The same without sizes that are too wide for a picture of a few rem."""
        sizes = [size for size in self.srcset.split(", ") if int(size.rpartition(" ")[2][:-1]) <= _SMALL]
        return ImageSource(type=self.type, srcset=", ".join(sizes) or self.srcset)


class Image(Props):
    """A picture in several sizes. `src` is the fallback; width and height are those of `src`, in pixels."""

    src: str
    width: int
    height: int
    alt: str
    caption: str = ""
    sources: tuple[ImageSource, ...] = ()

    @cached_property
    def small(self) -> "Image":
        """The same picture for places of a few rem, as in lines of a cart."""
        return self.model_copy(update={"sources": tuple(source.small for source in self.sources)})


class Link(Props):
    """A link with its text."""

    label: str
    url: str


class Notice(Props):
    """A message at the top of the page. `kind` is success, error or info; `link` follows the text."""

    kind: str
    text: str
    link: Link | None = None


class Head(Props):
    """The head of the page, for browsers, search engines and link previews."""

    title: str
    description: str = ""
    canonical: str = ""
    image: str = ""
    kind: str = "website"
    robots: str = ""
    json_ld: tuple[dict[str, object], ...] = ()
    preload: Image | None = None
    preload_sizes: str = ""


class MenuItem(Props):
    """An entry of the main navigation. With `links` it opens a submenu; without `url` it does nothing else."""

    label: str
    url: str
    links: tuple[Link, ...] = ()


class FooterGroup(Props):
    """Links of one kind at the foot of the page."""

    title: str
    links: tuple[Link, ...]


class StoreFooter(Props):
    """The foot of every page. What the merchant has not written is ''."""

    groups: tuple[FooterGroup, ...] = ()
    words: str = ""
    address: tuple[str, ...] = ()
    telephone: Link | None = None
    hours: str = ""
    newsletter: str = ""
    """What stands beside the form of the newsletter, '' for none."""
    note: str = ""
    """The last line."""


class StoreNotice(Props):
    """The merchant's notice to all shoppers.

    Its id is made from the text (docs/behaviour/catalogue.md#store-notice).
    """

    id: str
    text: str


class AgeGate(Props):
    """The question before a visitor sees the store, the labels of the answers, and the path that a yes leads to.

    Without a label for no, the visitor can only answer yes.
    """

    question: str
    text: str
    yes: str
    no: str
    back: str


class ClosedPlace(Props):
    """A place to which no wine may be sent: 'US:UT', Utah, and why."""

    place: str
    name: str
    reason: str


class PromiseText(Props):
    """What shoppers can count on, in a few words. `icon` is delivery, person, glass or leaf."""

    title: str
    text: str
    icon: str


class Shared(Props):
    """The props that every page has (`shared_props.py`). An age gate covers the page."""

    store_name: str
    store_email: str
    currency_words: str
    """The currency of prices: 'US dollars'."""
    sandbox: bool
    navigation: tuple[MenuItem, ...]
    footer: StoreFooter = StoreFooter()
    store_notice: StoreNotice | None = None
    notices: tuple[Notice, ...] = ()
    age_gate: AgeGate | None = None
    closed_places: tuple[ClosedPlace, ...] = ()
    """Pages are the same for everybody: the browser, which knows where the wine goes, picks the visitor's own."""
    opens_log_in: str = ""
    """Whether the log-in popup opens by itself for guests: '' never, 'always', or 'once' in each browser."""
    is_bare: bool = False
    """Whether the page stands alone, without the shop's header and footer."""


CSRF_TOKEN = make_placeholder("csrf-token")
"""Placeholder for the visitor's token in props and HTML, so that rendered pages can be cached."""


class Page(Props):
    """The base of all pages. The component is `<package>/<class name>` unless a class says otherwise."""

    component: ClassVar[str]
    uses_provider: ClassVar[bool] = False
    """Whether the card provider's script is loaded."""
    may_have_tag: ClassVar[bool] = False
    """Whether Google Analytics may be on the page. Never where somebody pays, or where the address holds a secret."""

    has_inline_styles: ClassVar[bool] = False
    """Whether the document has its styles in itself, which saves a round trip before the first paint. For pages that
    visits begin with and that are cached: compressing the text again for each visitor costs more than it saves.
    """

    head: Annotated[Head, Field(exclude=True)]
    shared: Shared

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: object) -> None:
        super().__pydantic_init_subclass__(**kwargs)
        package = cls.__module__.split(".")[1]
        cls.component = f"{package}/{cls.__name__}"
