import { type RefObject, useEffect, useRef } from 'react';
import { showNotices } from '../../notices/pageNotices';

/** What a shopper does first with a form. Before that, nothing is fetched for passkeys. */
const SIGNS = ['pointerover', 'touchstart', 'focusin'];

interface Options {
  /** Whether passkeys are offered: to guests who are not on their way already. */
  on: boolean;
  token: string;
  /** Called before a passkey is sent that a field of this form offered. */
  onOffered: () => void;
}

/**
 * Lets the browser offer its passkeys in a field of a form that is none for logging in. Nothing is said if there is
 * none, and the offer ends when the shopper goes on as a guest.
 */
export function usePasskeyOffer(form: RefObject<HTMLFormElement | null>, { on, token, onOffered }: Options): void {
  const latest = useRef(onOffered);
  latest.current = onOffered;
  useEffect(() => {
    const element = form.current;
    if (!on || !element || !window.PublicKeyCredential?.isConditionalMediationAvailable) return;
    const left = new AbortController();
    const touched = new AbortController();
    const offer = () => {
      touched.abort();
      let isHere = false;
      const own = {
        token,
        redirect: window.location.pathname,
        onChosen: () => {
          isHere = element.contains(document.activeElement);
        },
        onOffered: () => isHere && latest.current(),
        onStayed: (text: string) => text && showNotices([{ kind: 'error', text, link: null }]),
      };
      import('./passkeyLogIn').then(({ offerPasskeys }) => offerPasskeys(own, left.signal)).catch(() => undefined);
    };
    for (const sign of SIGNS) element.addEventListener(sign, offer, { signal: touched.signal, passive: true });
    return () => {
      touched.abort();
      left.abort();
    };
  }, [form, on, token]);
}
