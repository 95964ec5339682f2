"""What customers tell of themselves, besides name and e-mail address."""

from django.conf import settings
from django.db import models
from django.db.models import Q


class CustomerProfile(models.Model):
    """The custom fields of a customer. What was never told is empty. Countries and states are codes."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="profile", primary_key=True
    )
    country = models.CharField(max_length=2, blank=True)
    state = models.CharField(max_length=100, blank=True, help_text="A code, or a name where the country has no codes.")
    phone_country = models.CharField(max_length=2, blank=True, help_text="The country whose phone code was chosen.")
    phone = models.CharField(max_length=32, blank=True, help_text="E.164: +14155550100;ext=725.")
    date = models.DateField(null=True, blank=True)
    address = models.CharField(max_length=300, blank=True)
    city = models.CharField(max_length=100, blank=True)
    postcode = models.CharField(max_length=12, blank=True)
    terms_accepted_at = models.DateTimeField(null=True, blank=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(country="") | Q(country__regex="^[A-Z]{2}$"), name="profile_country"),
            models.CheckConstraint(
                condition=Q(phone_country="") | Q(phone_country__regex="^[A-Z]{2}$"), name="profile_phone_country"
            ),
            models.CheckConstraint(
                condition=Q(phone="")
                | (Q(phone__regex=r"^\+[1-9][0-9]{3,14}(;ext=[0-9]{1,15})?$") & ~Q(phone_country="")),
                name="profile_phone",
            ),
        ]

    def __str__(self) -> str:
        return f"Profile of {self.user}"
