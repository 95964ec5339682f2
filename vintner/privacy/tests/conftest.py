"""What tests of privacy start with."""

import pytest
from allauth.account.models import EmailAddress

from vintner.customers.models import User
from vintner.privacy.tests.customer import EMAIL, PASSWORD
from vintner.testing.builders import make_user


@pytest.fixture
def zelda(db: None) -> User:
    """A customer with a confirmed e-mail address."""
    user = make_user(EMAIL, password=PASSWORD, first_name="Zeldaxine", last_name="Quibbletree")
    EmailAddress.objects.create(user=user, email=EMAIL, primary=True, verified=True)
    return user
