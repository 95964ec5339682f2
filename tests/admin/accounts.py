"""The people who open the admin in tests."""

from vintner.customers.models import User

PASSWORD = "a long enough password"


def superuser() -> User:
    """Return a superuser, made on first use."""
    known = User.objects.filter(email="boss@example.com").first()
    return known or User.objects.create_superuser("boss@example.com", PASSWORD)
