"""The page of the account's names and password."""

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from vintner.customers.models import User
from vintner.testing.builders import make_user

pytestmark = pytest.mark.django_db
PATH = "/my-source/edit-account/"
JSON = {"Accept": "application/json"}
OLD, NEW = "violet tractor seven moons", "copper lantern nine rivers"
NAMES = {"account_first_name": "Ana", "account_last_name": "Reis", "account_display_name": "Ana R."}
CHANGED = "Account details changed successfully."


@pytest.fixture(autouse=True)
def _fresh_cache() -> None:
    cache.clear()


@pytest.fixture
def ana(client: Client) -> User:
    user = make_user("ana@example.com", password=OLD)
    client.force_login(user)
    return user


def errors(client: Client, **fields: str) -> dict[str, str]:
    answer = client.post(PATH, NAMES | fields, headers=JSON)
    assert answer.status_code == 422
    page = answer.json()
    shown = (*page["names"], *page["fields"], *page["passwords"])
    return {field["name"]: field["error"] for field in shown if field["error"]}


def change_password(client: Client, **fields: str) -> dict[str, str]:
    return errors(client, **{"password_current": OLD, "password_1": NEW, "password_2": NEW} | fields)


def test_names_are_saved_and_the_account_is_called_by_them(
    client: Client, ana: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    answer = client.post(PATH, NAMES, follow=True, headers=JSON)
    assert [notice["text"] for notice in answer.json()["shared"]["notices"]] == [CHANGED]
    ana.refresh_from_db()
    assert (ana.first_name, ana.last_name, ana.display_name) == ("Ana", "Reis", "Ana R.")
    with django_assert_max_num_queries(6):  # session, user, store notice, fields, profile, picture
        page = client.get(PATH, headers=JSON).json()
    assert [field["value"] for field in page["names"]] == ["Ana", "Reis", "Ana R."]
    assert client.get("/my-source/", headers=JSON).json()["name"] == "Ana R."


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"account_first_name": " "}, "First name is a required field."),
        ({"account_last_name": ""}, "Last name is a required field."),
        ({"account_display_name": "\x00"}, "Display name is a required field."),
        (
            {"account_display_name": "ana@example.com"},
            "Display name cannot be changed to email address due to privacy concern.",
        ),
        ({"account_first_name": "x" * 10_000}, "First name is too long: at most 100 characters."),
    ],
)
def test_a_name_that_does_not_fit_is_told_at_its_field(
    client: Client, ana: User, fields: dict[str, str], told: str
) -> None:
    assert errors(client, **fields) == {next(iter(fields)): told}
    ana.refresh_from_db()
    assert ana.display_name == ""


@pytest.mark.parametrize(
    ("fields", "field", "told"),
    [
        ({"password_1": "", "password_2": ""}, "password_1", "Please fill out all password fields."),
        ({"password_current": ""}, "password_current", "Please enter your current password."),
        ({"password_2": ""}, "password_2", "Please re-enter your password."),
        ({"password_2": "another"}, "password_2", "New passwords do not match."),
        ({"password_current": "wrong"}, "password_current", "Your current password is incorrect."),
        ({"password_current": "x" * 10_000}, "password_current", "Your current password is incorrect."),
        ({"password_1": "riesling", "password_2": "riesling"}, "password_1", "Please enter a stronger password."),
        (
            {"password_1": "x" * 10_000, "password_2": "x" * 10_000},
            "password_1",
            "The password cannot exceed 128 characters.",
        ),
    ],
)
def test_a_password_that_does_not_fit_is_told_at_its_field(
    client: Client, ana: User, fields: dict[str, str], field: str, told: str
) -> None:
    assert change_password(client, **fields) == {field: told}
    ana.refresh_from_db()
    assert ana.check_password(OLD)
    assert ana.display_name == "", "nothing is saved while something is wrong"
    assert not any(each["value"] for each in client.get(PATH, headers=JSON).json()["passwords"])


def test_everything_that_is_wrong_is_told_at_once(client: Client, ana: User) -> None:
    told = errors(client, account_last_name="", date="31/31/2000", password_1=NEW, password_2=NEW)
    assert told == {
        "account_last_name": "Last name is a required field.",
        "date": "Date of birth should look like mm/dd/yyyy.",
        "password_current": "Please enter your current password.",
    }
    assert change_password(client, date="31/31/2000").keys() == {"date"}
    ana.refresh_from_db()
    assert ana.check_password(OLD), "no password is changed while a field is wrong"


def test_a_new_password_ends_all_other_sessions(client: Client, ana: User) -> None:
    phone = Client()
    phone.force_login(ana)
    fields = NAMES | {"password_current": OLD, "password_1": NEW, "password_2": NEW}
    assert client.post(PATH, fields).headers["Location"] == PATH
    ana.refresh_from_db()
    assert ana.check_password(NEW)
    assert client.get(PATH).status_code == 200
    assert phone.get(PATH).headers["Location"] == f"/my-source/?next={PATH}"


def test_the_current_password_is_not_guessed_without_end(client: Client, ana: User, settings: Settings) -> None:
    settings.LIMITS = settings.LIMITS | {"log_in": (2, 900)}
    for _ in range(2):
        change_password(client, password_current="wrong")
    told = change_password(client)
    assert told == {"password_current": "Too many tries. Please wait a quarter of an hour."}
    ana.refresh_from_db()
    assert ana.check_password(OLD)


def test_an_account_without_a_password_has_no_fields_for_one(client: Client) -> None:
    user = make_user("key@example.com")
    user.set_unusable_password()
    user.save()
    client.force_login(user)
    assert client.get(PATH, headers=JSON).json()["passwords"] == []
    client.post(PATH, NAMES | {"password_current": "", "password_1": NEW, "password_2": NEW})
    user.refresh_from_db()
    assert not user.has_usable_password()


def test_guests_are_asked_to_log_in(client: Client) -> None:
    assert client.get(PATH).headers["Location"] == f"/my-source/?next={PATH}"
    assert client.post(PATH, NAMES).headers["Location"] == f"/my-source/?next={PATH}"
