/** Leave for another address. One place, so that tests can see where the shopper is sent. */
export const browser = {
  go: (url: string): void => window.location.assign(url),
  reload: (): void => window.location.reload(),
};

/**
 * Return whether an address lies on this site; only those are followed from a hash or a provider
 * (docs/behaviour/pages.md#payment-fields).
 */
export function isOwnAddress(url: string): boolean {
  try {
    return new URL(url, window.location.href).origin === window.location.origin;
  } catch {
    return false;
  }
}
