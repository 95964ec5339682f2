"""What a start refuses to work with."""

import pytest
from django.contrib.auth.hashers import make_password

from vintner.customers.models import User
from vintner.demo.people import CUSTOMER, MANAGER, DemoPerson
from vintner.server.prepare import explain_first_account, refuse_demo
from vintner.testing.builders import make_user

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("person", [MANAGER, CUSTOMER], ids=["manager", "customer"])
def test_production_refuses_a_database_with_an_account_of_the_demo(person: DemoPerson) -> None:
    user = make_user(person.email)
    User.objects.filter(pk=user.pk).update(password=make_password(person.password))
    with pytest.raises(SystemExit, match=person.email):
        refuse_demo()


def test_an_account_of_the_same_address_with_another_password_is_no_demo() -> None:
    user = make_user(MANAGER.email)
    User.objects.filter(pk=user.pk).update(password=make_password("a password of their own"))
    refuse_demo()


def test_a_store_without_staff_says_how_the_first_account_is_made(capsys: pytest.CaptureFixture[str]) -> None:
    make_user("shopper@example.com")
    explain_first_account()
    assert "createsuperuser" in capsys.readouterr().out
    User.objects.update(is_superuser=True, is_active=False)
    explain_first_account()
    assert "createsuperuser" in capsys.readouterr().out
    User.objects.update(is_active=True)
    explain_first_account()
    assert capsys.readouterr().out == ""
