"""The admin's log-in form. It has the limits of the shop's: the same accounts are behind both."""

from django.core.exceptions import ValidationError
from unfold.forms import AuthenticationForm

from vintner.customers.logging_in import authenticate
from vintner.customers.middleware import is_known_browser
from vintner.customers.models import User
from vintner.refusal import Refusal
from vintner.web.client_address import rate_limit_key


class StaffLogInForm(AuthenticationForm):
    """Asks for the e-mail address and password of an account of staff."""

    def clean(self) -> dict[str, object]:
        email, password = self.cleaned_data.get("username"), self.cleaned_data.get("password")
        if email and password and self.request is not None:
            try:
                self.user_cache = authenticate(
                    email,
                    password,
                    address=rate_limit_key(self.request),
                    known_browser=is_known_browser(self.request, email),
                )
            except Refusal as refusal:
                raise ValidationError(refusal.message, code=refusal.code) from refusal
            self.confirm_login_allowed(self.user_cache)
        return self.cleaned_data

    def get_user(self) -> User:
        """Return whose password was right, once the form is valid."""
        user = self.user_cache
        if not isinstance(user, User):
            raise TypeError("The form was not valid.")
        return user
