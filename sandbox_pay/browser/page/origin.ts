/** Where this script came from: the provider's own origin, which frames and calls go to. */
const script = document.currentScript;
export const SANDBOX = new URL(script instanceof HTMLScriptElement && script.src ? script.src : location.href).origin;

/** A call that the store's page makes wrongly; Stripe.js throws the same kind. */
export class IntegrationError extends Error {
  override name = 'IntegrationError';
}
