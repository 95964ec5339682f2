"""A page is a pydantic class: its fields are the props of the React component of the same name."""

from typing import Annotated, ClassVar

from pydantic import BaseModel, ConfigDict, Field


class Props(BaseModel):
    """Anything that a component receives. Immutable, and nothing undeclared gets in."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class ImageSource(Props):
    """One `<source>` of a picture."""

    type: str
    srcset: str


class Image(Props):
    """A picture in several sizes. `src` is the fallback; width and height are those of `src`, in pixels."""

    src: str
    width: int
    height: int
    alt: str
    caption: str = ""
    sources: tuple[ImageSource, ...] = ()


class Link(Props):
    """A place to go."""

    label: str
    url: str


class Notice(Props):
    """A message at the top of the page. `kind` is success, error or info; `link` stands behind the text."""

    kind: str
    text: str
    link: Link | None = None


class Head(Props):
    """What the page says about itself to browsers, search engines and link previews."""

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
    """A place in the main navigation. With links below it, it opens like a drawer; without `url` it does only that."""

    label: str
    url: str
    links: tuple[Link, ...] = ()


class StoreNotice(Props):
    """What the merchant tells every shopper. The id belongs to the text: new words have a new one (spec 4)."""

    id: str
    text: str


class Shared(Props):
    """What every page gets (`shared.py`)."""

    store_name: str
    store_email: str
    sandbox: bool
    navigation: tuple[MenuItem, ...]
    store_notice: StoreNotice | None = None
    notices: tuple[Notice, ...] = ()


CSRF_TOKEN = "__csrf_token__"  # noqa: S105 - a placeholder
"""Stands for the visitor's token in props and HTML, so that rendered pages can be cached; put in on the way out."""


class Page(Props):
    """The base of all pages. The component is `<package>/<class name>` unless a class says otherwise."""

    component: ClassVar[str]
    uses_provider: ClassVar[bool] = False
    """Whether the card provider's script is loaded."""

    head: Annotated[Head, Field(exclude=True)]
    shared: Shared

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: object) -> None:
        super().__pydantic_init_subclass__(**kwargs)
        package = cls.__module__.split(".")[1]
        cls.component = f"{package}/{cls.__name__}"
