"""A file is called after what it holds; a drawer for everything is called nothing."""

from tests.architecture.tree import files, name

DRAWERS = {"utils", "util", "helpers", "helper", "common", "misc", "services", "service", "lib_utils", "shared_utils"}
THEME = "vintner/web/theme/"
"""Templates in place of the admin theme's own, under the names that it gives them."""


def test_no_file_or_folder_is_a_drawer_for_everything() -> None:
    drawers = {
        name(path)
        for path in files()
        for part in (*path.parent.parts, path.name.partition(".")[0])
        if part.lower() in DRAWERS and part in name(path) and not name(path).startswith(THEME)
    }
    assert drawers == set()
