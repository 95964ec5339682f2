"""A section is a part of a page that the answer to a call may replace: `{selector: html}`, as in WooCommerce's cart.

Its outermost element carries `data-section` (the component's name) and `data-props`. Our own client
hands the props to the mounted component, so it asks for the element without what is in it (answers.SECTIONS); any
other client puts the HTML in place as it stands.

A section that tells all that another one does, and more, is a class derived from that one's: from an answer that has
both, our own client gets the larger one alone, under both names.
"""

from typing import ClassVar

from vintner.web.page import Props


class Section(Props):
    """The base of all sections. Its component has the name of the class (`SECTIONS` in frontend/render.tsx)."""

    selector: ClassVar[str]
    """The CSS selector that names the section in `fragments`. The rendered element matches it."""

    @property
    def names(self) -> str:
        """The components that its props are enough for, its own first: 'CartPopup MiniCart'."""
        return " ".join(each.__name__ for each in type(self).mro() if issubclass(each, Section) and each is not Section)

    def tells_more_than(self, other: "Section") -> bool:
        return type(self) is not type(other) and isinstance(self, type(other))
