"""What the admin does not show of accounts: allauth's tables hold secrets and belong to each customer's own pages."""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin

for model in (EmailAddress, Authenticator, UserSession):
    admin.site.unregister(model)
