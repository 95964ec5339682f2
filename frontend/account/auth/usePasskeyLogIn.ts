import { useEffect, useState } from 'react';

const NOT_DONE = 'The passkey was not used. Try again, or log in another way.';
const NO_ANSWER = 'We couldn’t reach the store. Please try again.';

const load = () => import('./passkeyLogIn');

/**
 * Logs in by a passkey. While the form stands there the browser offers its passkeys in the field of the email address,
 * where it can; the button asks for one.
 */
export function usePasskeyLogIn(token: string, redirect: string) {
  const [supported, setSupported] = useState(false);
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    if (!('PublicKeyCredential' in window)) return;
    setSupported(true);
    const left = new AbortController();
    load()
      .then(({ offerPasskeys }) => offerPasskeys({ token, redirect }, left.signal))
      .catch(() => undefined); // the button says it
    return () => left.abort();
  }, [token, redirect]);

  const press = async () => {
    setBusy(true);
    setProblem('');
    try {
      await (await load()).askForPasskey({ token, redirect });
    } catch (error) {
      setProblem(isNoAnswer(error) ? NO_ANSWER : NOT_DONE);
      setBusy(false);
    }
  };
  return { supported, press, busy, problem };
}

/** Whether the network or the store failed, and not the passkey. */
function isNoAnswer(error: unknown): boolean {
  return error instanceof TypeError || (error as Error).name === 'NoOptionsError';
}
