import { layersOfEntry, leaveLayers } from './layers';

/**
 * Leave for another address. One place, so that tests can see where the shopper is sent. The next page takes the place
 * of an entry that stands for a layer, so that Back leads from it to this page.
 */
export const browser = {
  go: (url: string): void => {
    leaveLayers();
    if (layersOfEntry() > 0) window.location.replace(url);
    else window.location.assign(url);
  },
  reload: (): void => {
    leaveLayers();
    window.location.reload();
  },
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
