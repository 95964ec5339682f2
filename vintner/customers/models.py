"""People with an account: shoppers and staff; and what the roles of staff were given."""

from typing import ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import Group, Permission, PermissionsMixin
from django.contrib.auth.password_validation import validate_password
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone

from vintner.web.email_addresses import fold_address


class UserManager(BaseUserManager["User"]):
    """Makes accounts; e-mail addresses are kept in lower case, so that case makes no second account."""

    def create_user(self, email: str, password: str | None = None, **fields: object) -> "User":
        user = self.model(email=fold_address(email), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: object) -> "User":
        """Raises ValidationError for a weak password: `createsuperuser --noinput` does not look at it."""
        if password is not None:
            validate_password(password, self.model(email=fold_address(email)))
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email=fold_address(username or ""))


class User(AbstractBaseUser, PermissionsMixin):
    """An account. Customers have no staff flag; the shop manager has."""

    email = models.EmailField("e-mail address", unique=True)
    first_name = models.CharField(max_length=100, blank=True)
    last_name = models.CharField(max_length=100, blank=True)
    display_name = models.CharField(
        max_length=100, blank=True, default="", db_default="", help_text="Shown with reviews. Blank: both names."
    )
    is_staff = models.BooleanField("may use the admin", default=False)
    is_active = models.BooleanField(default=True)
    joined_at = models.DateTimeField(default=timezone.now, editable=False)
    subscribed_at = models.DateTimeField(
        null=True, editable=False, help_text="Since then the account's menu has the page of subscriptions."
    )
    opened_with_order_at = models.DateTimeField(
        null=True,
        editable=False,
        help_text="The account was opened along with an order, and works everywhere once one is paid.",
    )

    objects: ClassVar[UserManager] = UserManager()
    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(email=Lower("email")), name="email_in_lower_case")]

    def __str__(self) -> str:
        return self.email

    @property
    def full_name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()

    @property
    def shown_name(self) -> str:
        """The name in the account and with reviews: the one that the customer chose, or both names."""
        return self.display_name or self.full_name


class GivenPermission(models.Model):
    """A permission that a role was given when its version was set up. It is given once: what superusers take from the
    role stays away (roles.py).
    """

    group = models.ForeignKey(Group, models.CASCADE, related_name="+")
    permission = models.ForeignKey(Permission, models.CASCADE, related_name="+")

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["group", "permission"], name="permission_is_given_once")]

    def __str__(self) -> str:
        return f"{self.group}: {self.permission}"
