"""Lists of the admin in less HTML: the theme writes some forty words of style into each cell and indents every line."""

import re
from typing import Final

from django.template.base import Origin
from django.template.loaders import app_directories, filesystem
from unfold.templatetags import unfold_list

CELL: Final = "list-cell"
"""The class of a cell in static/web/admin.css, which says what the theme's words say."""
_INDENTED: Final = re.compile(r"\n\s+")
_OF_ADMIN: Final = ("admin/", "unfold/")


def use_short_classes() -> None:
    """Let the theme give cells one class in place of its many."""
    unfold_list.ROW_CLASSES[:] = [CELL]
    unfold_list.CHECKBOX_CLASSES[:] = [CELL, "action-checkbox"]


class _Unindented:
    """Reads templates of the admin without the blanks that lines begin with. Others stay as they are."""

    def get_contents(self, origin: Origin) -> str:
        contents = str(super().get_contents(origin))  # type: ignore[misc]  # of the loader beside it
        if str(origin.template_name).startswith(_OF_ADMIN):
            return _INDENTED.sub("\n", contents)
        return contents


class FolderLoader(_Unindented, filesystem.Loader):
    """Of the folders that settings name."""


class AppLoader(_Unindented, app_directories.Loader):
    """Of the folders of apps."""
