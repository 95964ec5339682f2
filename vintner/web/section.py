"""A section is a part of a page that the answer to a call may replace: `{selector: html}`, as in WooCommerce's cart.

Its outermost element carries `data-section` (the component's name) and `data-props`. Our own client passes the props to
the mounted component, so it requests the element without content (answers.SECTIONS). Any other client inserts the HTML.

A section that contains another one is a subclass of it. Of a response with both, our own client gets only the larger
one, under both names.
"""

from typing import ClassVar

from vintner.web.page import Props


class Section(Props):
    """The base of all sections. Its component has the name of the class (`SECTIONS` in frontend/render.tsx)."""

    selector: ClassVar[str]
    """The CSS selector that names the section in `fragments`. The rendered element matches it."""
