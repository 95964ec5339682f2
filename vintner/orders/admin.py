"""Registers the admin of e-mails and order numbers. Orders are in back_office/, which knows their payments."""

from vintner.orders.emails.email_admin import EmailAdmin as EmailAdmin
from vintner.orders.numbers.order_numbers_admin import OrderNumberingAdmin as OrderNumberingAdmin
