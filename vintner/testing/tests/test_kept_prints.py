"""A kept picture is the very picture that was drawn."""

from pathlib import Path

import pytest

from vintner.testing.drawing.kept_prints import FOLDER_VARIABLE, make_or_load
from vintner.testing.drawing.prints import Commission, Motif, make
from vintner.testing.world.growers import GROWERS


@pytest.mark.parametrize("motif", ["logo", "profile"])
def test_a_kept_picture_is_the_one_that_was_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, motif: Motif
) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "prints"))
    commission = Commission(motif, GROWERS[0].slug)
    first, again = make_or_load(commission), make_or_load(commission)
    assert first == again
    assert len(list((tmp_path / "prints").iterdir())) == 1
    monkeypatch.delenv(FOLDER_VARIABLE)
    drawn = make_or_load(commission)
    assert drawn.sizes == first.sizes
    if motif != "profile":  # a PDF carries the time it was made
        assert drawn.original == first.original == make(commission).original
