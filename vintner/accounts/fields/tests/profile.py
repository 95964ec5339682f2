"""A customer who sends her profile with pictures."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from vintner.customers.models import User

PROFILE = "/my-source/edit-account/"
NAMES = {"account_first_name": "Ada", "account_last_name": "Byron", "account_display_name": "Ada"}


@pytest.fixture
def ada() -> User:
    return User.objects.create_user("ada@example.com", "pw")


@pytest.fixture
def client(ada: User) -> Client:
    made = Client()
    made.force_login(ada)
    return made


def send_profile(client: Client, *files: tuple[str, bytes], remove: str = "") -> str:
    """Send the profile with pictures; return the error at the picture, '' when there is none."""
    pictures = [SimpleUploadedFile(name, content) for name, content in files]
    form = {**NAMES, "profile_picture": pictures, "profile_picture_remove": remove}
    answer = client.post(PROFILE, form, headers={"accept": "application/json"})
    if answer.status_code == 302:
        return ""
    assert answer.status_code == 422
    [field] = [each for each in answer.json()["fields"] if each["part"] == "picture"]
    return str(field["error"])
