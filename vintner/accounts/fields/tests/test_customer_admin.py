"""What staff sees of a customer's profile, picture and address book."""

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group, Permission
from django.test import Client
from django.utils import timezone

from vintner.accounts.fields.profiles import save_profile
from vintner.accounts.models import CustomerProfile, ProfilePicture, SavedAddress
from vintner.accounts.security.factors import SECOND_FACTORS
from vintner.customers.models import User
from vintner.customers.roles import MANAGER
from vintner.orders.models import Email
from vintner.testing.builders import make_user
from vintner.testing.html_forms import read_form

pytestmark = pytest.mark.django_db
ADDRESS = {"first_name": "Ada", "last_name": "Byron", "country": "US", "state": "CA", "postcode": "94559"}


@pytest.fixture
def ada() -> User:
    user = make_user("ada@example.com")
    save_profile(user, {"country": "US", "city": "Napa", "phone": "+14155552671", "phone_code": "US"}, timezone.now())
    ProfilePicture.objects.create(user=user, name="0" * 32, small=b"s", large=b"l")
    SavedAddress.objects.create(user=user, address_1="1 First Street", city="Napa", for_billing=True, **ADDRESS)
    removed = {**ADDRESS, "removed_at": timezone.now()}
    SavedAddress.objects.create(user=user, address_1="2 Former Street", city="Napa", **removed)
    return user


def staff(*permissions: str) -> Client:
    user, client = make_user("staff@example.com", is_staff=True), Client()
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    client.force_login(user)
    return client


def page_of(user: User, client: Client) -> str:
    return client.get(f"/admin/customers/user/{user.pk}/change/").content.decode()


def test_a_manager_sees_what_a_customer_told(ada: User) -> None:
    client = staff()
    User.objects.get(email="staff@example.com").groups.add(Group.objects.get(name=MANAGER))
    page = page_of(ada, client)
    assert "+14155552671" in page
    assert "1 First Street" in page
    assert "2 Former Street" not in page
    assert f"/my-source/picture/{'0' * 32}-96.webp" in page


def test_whoever_may_see_customers_only_does_not_see_where_they_live(ada: User) -> None:
    page = page_of(ada, staff("view_user"))
    assert ada.email in page
    assert "1 First Street" not in page
    assert "+14155552671" not in page


def test_nothing_of_it_is_changed_by_staff(ada: User) -> None:
    client = staff("view_user", "change_user", "view_customerprofile", "change_customerprofile", "change_savedaddress")
    url = f"/admin/customers/user/{ada.pk}/change/"
    form = read_form(client.get(url).content.decode(), "user_form")
    sent = {**form, "first_name": "Augusta", "profile-0-city": "Rome", "saved_addresses-0-phone": "1"}
    assert client.post(url, sent).status_code == 302
    ada.refresh_from_db()
    assert ada.first_name == "Augusta"
    assert CustomerProfile.objects.get().city == "Napa"
    assert not SavedAddress.objects.exclude(phone="").exists()


def test_a_new_account_asks_for_nothing_of_it() -> None:
    client = Client()
    client.force_login(User.objects.create_superuser("boss@example.com", "violet tractor seven moons"))
    page = client.get("/admin/customers/user/add/")
    assert page.status_code == 200
    assert "Profile" not in page.content.decode().partition("<form")[2].partition("user_form")[2]


def test_an_owner_is_told_of_a_password_that_staff_set(ada: User) -> None:
    client = staff("view_user", "change_user")
    url = f"/admin/customers/user/{ada.pk}/password/"
    new = {"password1": "violet tractor seven moons", "password2": "violet tractor seven moons"}
    sent = client.post(url, {"usable_password": "true", **new})
    assert sent.status_code == 302
    email = Email.objects.get()
    assert (email.to, email.subject) == (ada.email, "Your password at Vintner was changed")
    assert "Our staff changed the password of your account." in email.text


def test_a_refused_password_tells_nobody(ada: User) -> None:
    url = f"/admin/customers/user/{ada.pk}/password/"
    fields = {"usable_password": "true", "password1": "violet tractor seven moons", "password2": "other"}
    assert staff("view_user", "change_user").post(url, fields).status_code == 200
    assert not Email.objects.exists()


@pytest.mark.parametrize("type_", SECOND_FACTORS)
def test_an_account_with_a_second_factor_gets_a_reset_link_and_no_password_of_staff(ada: User, type_: str) -> None:
    Authenticator.objects.create(user=ada, type=type_, data={})
    client, url = staff("view_user", "change_user"), f"/admin/customers/user/{ada.pk}/password/"
    page = client.get(url).content.decode()
    assert "Send a reset link" in page
    assert 'type="password"' not in page
    new = {"password1": "violet tractor seven moons", "password2": "violet tractor seven moons"}
    sent = client.post(url, {**read_form(page, "reset_form"), "usable_password": "true", **new}, follow=True)
    assert [str(each) for each in sent.context["messages"]] == [f"A reset link is on its way to {ada.email}."]
    former = ada.password
    ada.refresh_from_db()
    assert ada.password == former
    email = Email.objects.get()
    assert (email.kind, email.to) == ("password_reset", ada.email)
    assert LogEntry.objects.get().change_message == "Sent a link that resets the password."


def test_an_account_that_is_closed_gets_no_reset_link(ada: User) -> None:
    Authenticator.objects.create(user=ada, type=Authenticator.Type.TOTP, data={})
    User.objects.filter(pk=ada.pk).update(is_active=False)
    sent = staff("view_user", "change_user").post(f"/admin/customers/user/{ada.pk}/password/", follow=True)
    assert [str(each) for each in sent.context["messages"]] == ["No link was sent: this account is not active."]
    assert not Email.objects.exists()


@pytest.mark.parametrize(("permissions", "is_staff"), [(["view_user"], False), (["view_user", "change_user"], True)])
def test_who_may_not_change_an_account_sends_it_no_reset_link(
    ada: User, permissions: list[str], is_staff: bool
) -> None:
    User.objects.filter(pk=ada.pk).update(is_staff=is_staff)
    Authenticator.objects.create(user=ada, type=Authenticator.Type.TOTP, data={})
    assert staff(*permissions).post(f"/admin/customers/user/{ada.pk}/password/").status_code == 403
    assert not Email.objects.exists()


def test_the_former_address_is_told_of_one_that_staff_set(ada: User) -> None:
    client = staff("view_user", "change_user")
    url = f"/admin/customers/user/{ada.pk}/change/"
    form = read_form(client.get(url).content.decode(), "user_form")
    assert client.post(url, {**form, "first_name": "Augusta"}).status_code == 302
    assert not Email.objects.exists()
    form = read_form(client.get(url).content.decode(), "user_form")
    assert client.post(url, {**form, "email": "byron@example.com"}).status_code == 302
    email = Email.objects.get()
    assert email.to == "ada@example.com"
    assert "Our staff changed it to byron@example.com." in email.text
