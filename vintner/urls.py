"""Every address of the store, in the order a shopper meets them."""

from django.conf import settings
from django.contrib import admin
from django.contrib.sitemaps.views import sitemap
from django.urls import URLPattern, URLResolver, include, path, re_path
from django.views.generic import RedirectView

from vintner.analytics.reports import report_views
from vintner.back_office.subscriptions import forecast_views
from vintner.catalogue.media_views import serve_media
from vintner.header_settings import REPORT_PATH
from vintner.payments.health import views as payments_health
from vintner.store_api import urls as store_api
from vintner.store_api.urls import no_such_route
from vintner.storefront import listing_views
from vintner.storefront import views as storefront
from vintner.storefront.age_views import age_page
from vintner.storefront.content_views import preview_content, show_content
from vintner.storefront.feed_views import NewWines, google_products
from vintner.storefront.launch_preview_views import preview_launch
from vintner.storefront.review_views import reviews
from vintner.storefront.sitemap_views import SITEMAPS, robots, sitemap_index
from vintner.storefront.style_guide_views import style_guide
from vintner.storefront.tasting_sheet.views import tasting_sheet
from vintner.wire.policy_report_views import policy_reports
from vintner.wire.user_views import user
from vintner.wire.views import admin_ajax, root

urlpatterns: list[URLPattern | URLResolver] = [
    path("", root, name="home"),
    path("page/<int:page>/", listing_views.search, name="search"),
    path("search/suggestions/", listing_views.suggestions, name="suggestions"),
    path("shop/", listing_views.shop, name="shop"),
    path("shop/page/<int:page>/", listing_views.shop, name="shop"),
    path("product-category/<slug:slug>/", listing_views.category, name="category"),
    path("product-category/<slug:slug>/page/<int:page>/", listing_views.category, name="category"),
    path("product-tag/<slug:slug>/", listing_views.tag, name="tag"),
    path("product-tag/<slug:slug>/page/<int:page>/", listing_views.tag, name="tag"),
    path("producer/", storefront.producer_index, name="producers"),
    path("producer/<slug:slug>/", storefront.producer, name="producer"),
    path("product/<slug:slug>/", storefront.product, name="product"),
    path("product/<slug:slug>/comment-page-<int:page>/", storefront.product, name="product_reviews"),
    path("product/<slug:slug>/tasting-sheet.pdf", tasting_sheet, name="tasting_sheet"),
    path("product/<slug:slug>/reviews/", reviews, name="reviews"),
    path("mixed-case/", include("vintner.storefront.mixed_case.urls")),
    path("cart/", include("vintner.cart.urls")),
    path("ship-to/", include("vintner.cart.ship_to.urls")),
    path("checkout/", include("vintner.checkout.urls")),
    path("checkout/", include("vintner.order_pages.urls")),
    path("my-source/", include("vintner.accounts.urls")),
    path("my-source/", include("vintner.order_pages.account_urls")),
    path("my-source/", include("vintner.payments.urls")),
    path("my-source/", include("vintner.subscriptions.area.urls")),
    path("my-source/alerts/", include("vintner.alerts.account_urls")),
    path("my-source/privacy/", include("vintner.privacy.urls")),
    # The account's usual address in shops of this kind, which old links and e-mails know.
    re_path(r"^my-account/?$", RedirectView.as_view(pattern_name="account", permanent=True, query_string=True)),
    path("my-account/<path:rest>", RedirectView.as_view(url="/my-source/%(rest)s", permanent=True, query_string=True)),
    path("alerts/", include("vintner.alerts.urls")),
    path("subscriptions/", include("vintner.subscriptions.mailed.urls")),
    path("cookies/", include("vintner.consent.urls")),
    path("", include("vintner.notices.urls")),
    path("contact/", include("vintner.content.urls")),
    path("newsletter/", include("vintner.newsletter.urls")),
    path("favorites/", include("vintner.favourites.urls")),
    path("events/", include("vintner.analytics.urls")),
    path("coming-soon/", include("vintner.store_mode.urls")),
    path("age/", age_page, name="age"),
    path(REPORT_PATH.removeprefix("/"), policy_reports, name="policy_reports"),
    path("sitemap.xml", sitemap_index, name="sitemaps"),
    path("sitemap-<section>.xml", sitemap, {"sitemaps": SITEMAPS}, name="sitemap"),
    path("robots.txt", robots, name="robots"),
    path("feed/", NewWines(), name="feed"),
    path("feed/google-products.xml", google_products, name="google_products"),
    path("style-guide/", style_guide, name="style_guide"),
    path("wp-json/wc/store/v1/", store_api.urls),
    path("wp-json/wp/v2/users/<int:user_id>/", user, name="wp_user"),
    path("wp-json/wp/v2/users/<int:user_id>", user),
    path("wp-json/<path:rest>", no_such_route),
    path("wp-admin/admin-ajax.php", admin_ajax, name="admin_ajax"),
    path("admin/orders/order/<int:order_id>/", include("vintner.orders.documents.urls")),
    path("admin/subscriptions/renewals/", admin.site.admin_view(forecast_views.renewals), name="renewals"),
    path("admin/analytics/reports/", admin.site.admin_view(report_views.reports), name="reports"),
    path("admin/analytics/reports/<slug:name>.csv", admin.site.admin_view(report_views.report_csv), name="report_csv"),
    path(
        "admin/launches/launchplan/<int:plan_id>/preview/<slug:part>/",
        admin.site.admin_view(preview_launch),
        name="launch_preview",
    ),
    path(
        "admin/content/content/<int:content_id>/preview/",
        admin.site.admin_view(preview_content),
        name="content_preview",
    ),
    path("admin/payments/health/domain/", admin.site.admin_view(payments_health.domain), name="payments_domain"),
    path("admin/payments/health/", admin.site.admin_view(payments_health.page), name="payments_health"),
    path("outbox/", include("vintner.orders.emails.outbox_urls")),
    path("metrics/payments", payments_health.figures, name="payments_figures"),
    path("admin/", admin.site.urls),
    # Below everything else: the merchant chooses the slug (content/addresses.py).
    path("<slug:slug>/", show_content, name="content_page"),
]
if settings.SERVE_MEDIA:
    urlpatterns.append(re_path(r"^media/(?P<path>[^/]{1,200}(?:/[^/]{1,200}){0,9})$", serve_media))
if settings.BENCH:
    urlpatterns.append(path("_bench/bare/", storefront.bare))

handler400 = "vintner.wire.refusal_views.answer_unread_body"
handler404 = "vintner.storefront.views.not_found"
handler403 = "vintner.storefront.views.refused"
handler500 = "vintner.wire.fault_views.answer_fault"
