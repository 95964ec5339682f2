// Dismisses the banner without leaving the page. Without this script its form does.
const banner = document.getElementById('coming-soon-footer-banner');
const button = document.getElementById('coming-soon-footer-banner-dismiss');

button.form.addEventListener('submit', async (event) => {
  event.preventDefault();
  if (button.getAttribute('aria-disabled')) return;
  button.setAttribute('aria-disabled', 'true');
  try {
    await fetch(button.dataset.restUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-WP-Nonce': button.dataset.restNonce },
      body: JSON.stringify({ woocommerce_meta: { coming_soon_banner_dismissed: 'yes' } }),
    });
    banner.hidden = true; // whatever the answer says: docs/behaviour/store-mode.md#banner
    document.getElementById('main')?.focus(); // or the focus is lost with the button
  } catch {
    button.removeAttribute('aria-disabled'); // the store was not reached: the press can be repeated
  }
});
