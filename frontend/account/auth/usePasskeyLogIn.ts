import { useEffect, useRef, useState } from 'react';

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
  const leaving = useRef(new AbortController().signal);

  const begin = () => {
    setBusy(true);
    setProblem('');
  };
  const stay = (message: string) => {
    setProblem(message);
    setBusy(false);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: both set states alone
  useEffect(() => {
    if (!('PublicKeyCredential' in window)) return;
    setSupported(true);
    const left = new AbortController();
    leaving.current = left.signal;
    const form = { token, redirect, onChosen: begin, onStayed: stay };
    load()
      .then(({ offerPasskeys }) => offerPasskeys(form, left.signal))
      .catch(() => undefined); // the button says it
    return () => left.abort();
  }, [token, redirect]);

  const press = async () => {
    begin();
    try {
      await (await load()).askForPasskey({ token, redirect }, leaving.current);
      stay('');
    } catch (error) {
      stay(wordProblem(error as Error));
    }
  };
  return { supported, press, busy, problem };
}

function wordProblem(error: Error): string {
  if (error.name === 'PasskeyError') return error.message;
  return error instanceof TypeError ? NO_ANSWER : NOT_DONE;
}
