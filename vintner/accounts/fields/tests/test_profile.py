"""What the account details ask, save and show besides names and password."""

from datetime import UTC, date, datetime

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from vintner.accounts.fields.profiles import save_profile
from vintner.accounts.models import AccountField, CustomerProfile
from vintner.customers.models import User

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)
PROFILE = "/my-source/edit-account/"
NAMES = {"account_first_name": "Ada", "account_last_name": "Byron", "account_display_name": "Ada"}
TYPED = NAMES | {
    "date": "03/09/1984",
    "country": "CA",
    "address": "290 Bremner Boulevard",
    "city": "Toronto",
    "state": "ON",
    "postcode": "m5v3l9",
    "phone_code": "CA",
    "phone": "416 868 6937",
}


@pytest.fixture
def ada() -> User:
    return User.objects.create_user("ada@example.com", "pw", first_name="Ada")


@pytest.fixture
def client(ada: User) -> Client:
    made = Client(headers={"accept": "application/json"})
    made.force_login(ada)
    return made


def shown(client: Client) -> dict[str, str]:
    return {each["part"]: each["value"] for each in client.get(PROFILE).json()["fields"]}


def test_it_is_saved_and_shown_again(client: Client, ada: User) -> None:
    answer = client.post(PROFILE, TYPED)
    assert (answer.status_code, answer["Location"]) == (302, PROFILE)
    profile = CustomerProfile.objects.get(user=ada)
    assert (profile.country, profile.state, profile.date) == ("CA", "ON", date(1984, 3, 9))
    assert (profile.phone, profile.postcode) == ("+14168686937", "M5V 3L9")
    page = client.get(PROFILE).json()
    assert [each["text"] for each in page["shared"]["notices"]] == ["Account details changed successfully."]
    values = {each["part"]: each["value"] for each in page["fields"]}
    assert (values["date"], values["phone"], values["phone_code"]) == ("03/09/1984", "(416) 868-6937", "CA")


def test_nothing_that_was_typed_is_lost(client: Client) -> None:
    answer = client.post(PROFILE, TYPED | {"state": "NY", "city": "<b>&"})
    assert answer.status_code == 422
    fields = {each["part"]: each for each in answer.json()["fields"]}
    assert fields["state"]["error"] == "State: please choose one of the list."
    assert (fields["city"]["value"], fields["date"]["value"]) == ("<b>&", "03/09/1984")
    assert not CustomerProfile.objects.exists()


def test_everything_may_be_emptied(client: Client, ada: User) -> None:
    client.post(PROFILE, TYPED)
    client.post(PROFILE, NAMES)
    profile = CustomerProfile.objects.get(user=ada)
    assert (profile.phone, profile.date, profile.country, profile.phone_country) == ("", None, "", "")


def test_a_number_with_the_code_of_another_country_is_that_countrys(client: Client, ada: User) -> None:
    client.post(PROFILE, TYPED | {"phone": "+49 30 901820"})
    profile = CustomerProfile.objects.get(user=ada)
    assert (profile.phone, profile.phone_country) == ("+4930901820", "DE")


def test_guests_log_in_first() -> None:
    assert Client().get(PROFILE)["Location"] == f"/my-source/?next={PROFILE}"
    assert Client().post(PROFILE, TYPED).status_code == 302


def test_other_sites_cannot_save(ada: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(ada)
    assert strict.post(PROFILE, TYPED).status_code == 403
    assert not CustomerProfile.objects.exists()


def test_the_merchant_chooses_the_fields(client: Client) -> None:
    AccountField.objects.exclude(kind__in=("city", "date")).update(in_profile=False)
    AccountField.objects.filter(kind="date").update(position=500, label="Birthday")
    assert [each["label"] for each in client.get(PROFILE).json()["fields"]] == ["City", "Birthday"]
    client.post(PROFILE, NAMES | {"city": "London", "country": "US"})
    profile = CustomerProfile.objects.get()
    assert (profile.city, profile.country) == ("London", "")  # the country was not asked for


def test_the_address_that_the_profile_had_leads_to_the_account_details(client: Client) -> None:
    answer = client.get("/my-source/profile/")
    assert (answer.status_code, answer["Location"]) == (301, PROFILE)


def test_a_default_is_chosen_beforehand(client: Client) -> None:
    AccountField.objects.filter(kind="state").update(default="CA")
    assert shown(client)["state"] == "CA"
    page = client.post(PROFILE, {"date": "no"}).json()  # a form without the field begins with it as well
    assert {each["part"]: each["value"] for each in page["fields"]}["state"] == "CA"
    client.post(PROFILE, TYPED)
    assert shown(client)["state"] == "ON"


def test_states_and_phone_codes_come_with_the_form(client: Client) -> None:
    fields = {each["part"]: each for each in client.get(PROFILE).json()["fields"]}
    assert [each["code"] for each in fields["state"]["countries"]] == ["US", "CA"]
    assert {"country": "DE", "text": "Germany (+49)"} in fields["phone_code"]["phone_codes"]
    assert fields["address"]["search"] is None or fields["address"]["search"]["locate_url"]


def test_the_page_asks_few_queries(
    client: Client, settings: Settings, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client.get(PROFILE)
    with django_assert_max_num_queries(7):
        client.get(PROFILE)


def test_accepting_the_terms_is_a_time(ada: User) -> None:
    save_profile(ada, {"terms": "yes"}, NOW)
    save_profile(ada, {"terms": "yes"}, NOW.replace(year=2030))
    assert CustomerProfile.objects.get().terms_accepted_at == NOW


@pytest.mark.parametrize(
    "wrong",
    [{"country": "us"}, {"phone_country": "1"}, {"phone": "+14155550100"}, {"phone": "415", "phone_country": "US"}],
    ids=["a country that is no code", "a phone country that is none", "a phone without country", "no E.164"],
)
def test_the_database_refuses_what_is_no_code(ada: User, wrong: dict[str, str]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        CustomerProfile.objects.create(user=ada, **wrong)
