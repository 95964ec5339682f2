import type { Appearance } from '@stripe/stripe-js';
import { useCallback, useRef } from 'react';
import type { ProviderSettings } from '../../generated/pages';
import { ConnectionError } from '../../lib/http';
import { saveAppearance } from '../paymentCalls';

/** Returns a function that sends the fields' appearance to the store: once, and only if the store knows another one. */
export function useCachedAppearance(provider: ProviderSettings, isBlock: boolean): (look: Appearance) => void {
  const known = useRef(plain(isBlock ? provider.blocksAppearance : provider.appearance));
  return useCallback(
    (look) => {
      const now = JSON.stringify(look);
      if (now === known.current || !provider.saveAppearanceNonce) return;
      known.current = now;
      void saveAppearance(provider, now, isBlock).catch((error: unknown) => {
        if (!(error instanceof ConnectionError)) throw error; // the next page tells it
      });
    },
    [provider, isBlock],
  );
}

/** The same JSON, written as it is here. */
function plain(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json));
  } catch {
    return '';
  }
}
