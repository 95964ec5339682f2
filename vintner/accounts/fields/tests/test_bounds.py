"""What a picture may cost the store while it is received and read."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import RequestFactory

from vintner.accounts.fields import pictures
from vintner.accounts.fields.bounded_upload import BoundedUpload
from vintner.accounts.fields.tests.attack_files import make_picture
from vintner.refusal import Refusal


@pytest.mark.parametrize(("size", "dropped"), [(100_000, set()), (100_001, {"picture"}), (3_000_000, {"picture"})])
def test_no_more_of_a_file_is_received_than_it_may_have(size: int, dropped: set[str]) -> None:
    files = {"picture": SimpleUploadedFile("me.png", b"\0" * size), "other": SimpleUploadedFile("b.png", b"\0")}
    request = RequestFactory().post("/", {**files, "city": "Napa"})
    upload = BoundedUpload(100_000)
    request.upload_handlers.insert(0, upload)
    assert request.POST["city"] == "Napa"  # the rest of the form is read all the same
    assert upload.dropped == dropped
    assert set(request.FILES) == {"picture", "other"} - dropped
    request.close()


def test_many_files_are_received_like_two_of_the_largest() -> None:
    files = {f"picture{number}": SimpleUploadedFile("me.png", b"\0" * 90_000) for number in range(9)}
    request = RequestFactory().post("/", files)
    upload = BoundedUpload(100_000)
    request.upload_handlers.insert(0, upload)
    assert len(request.FILES) == 2
    assert len(upload.dropped) == 7
    request.close()


def test_few_pictures_are_read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "_PATIENCE", 0.01)
    file = [SimpleUploadedFile("me.png", make_picture())]
    with pictures._DECODERS, pictures._DECODERS, pytest.raises(Refusal, match="Too many pictures"):
        pictures.prepare_picture(file, "Picture")
    assert pictures.prepare_picture([SimpleUploadedFile("me.png", make_picture())], "Picture").small


def test_a_place_is_free_again_after_a_picture_that_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "_PATIENCE", 0.01)
    for _ in range(3):
        with pytest.raises(Refusal, match="damaged"):
            pictures.prepare_picture([SimpleUploadedFile("me.png", make_picture()[:100])], "Picture")
