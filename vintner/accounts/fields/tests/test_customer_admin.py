"""What staff sees of a customer's profile, picture and address book."""

import pytest
from django.contrib.auth.models import Group, Permission
from django.test import Client
from django.utils import timezone

from vintner.accounts.fields.profiles import save_profile
from vintner.accounts.models import CustomerProfile, ProfilePicture, SavedAddress
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
