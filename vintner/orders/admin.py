"""Registers the admin of e-mails. Orders themselves are in back_office/, which knows their payments."""

from vintner.orders.emails.email_admin import EmailAdmin as EmailAdmin
