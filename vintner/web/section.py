"""A section is a part of a page that an answer may replace: `{selector: html}` (spec 3, cart answer).

Its outermost element carries `data-section` (the component's name) and `data-props`. Our own client
hands the props to the mounted component; any other client puts the HTML in place as it stands.
"""

from typing import ClassVar

from vintner.web.page import Props


class Section(Props):
    """The base of all sections. The component is `sections/<class name>`."""

    selector: ClassVar[str]
    """The CSS selector that names the section in `fragments`. The rendered element matches it."""
