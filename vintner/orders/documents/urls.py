"""The addresses of an order's documents for staff, under its page in the admin. They require the admin's log-in."""

from django.contrib import admin
from django.urls import path

from vintner.orders.documents import views

urlpatterns = [
    path("invoice.pdf", admin.site.admin_view(views.invoice), name="staff_invoice"),
    path("packing-slip.pdf", admin.site.admin_view(views.packing_slip), name="staff_packing_slip"),
]
