import { useEffect, useRef, useState } from 'react';

const PATH = '/my-source/passkey/';
const NOT_DONE = 'The passkey was not used. Try again, or log in another way.';
const NO_ANSWER = 'The store did not answer. Please try again.';

type Answer = 'sent' | 'none' | 'failed';

/**
 * Logs in by a passkey. While the form stands there the browser offers its passkeys in the field of the email address,
 * where it can; the button asks for one. The form is sent with what the browser answers.
 */
export function usePasskeyLogIn() {
  const [supported, setSupported] = useState(false);
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const credential = useRef<HTMLInputElement>(null);

  const ask = async (autofill: boolean): Promise<Answer> => {
    const webauthn = await import('@simplewebauthn/browser');
    if (autofill && !(await webauthn.browserSupportsWebAuthnAutofill())) return 'none';
    const response = await fetch(PATH, { headers: { Accept: 'application/json' } });
    if (!response.ok) return 'failed';
    const { request_options } = await response.json();
    const answer = await webauthn.startAuthentication({
      optionsJSON: request_options.publicKey,
      useBrowserAutofill: autofill,
    });
    const field = credential.current;
    if (!field?.form) return 'none';
    field.value = JSON.stringify(answer);
    field.form.requestSubmit();
    return 'sent';
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once, when the form appears
  useEffect(() => {
    if (!('PublicKeyCredential' in window)) return;
    setSupported(true);
    let left = false;
    // What is asked for in the background fails without a word: the button says it.
    ask(true).catch(() => undefined);
    return () => {
      left = true;
      import('@simplewebauthn/browser').then(
        ({ WebAuthnAbortService }) => left && WebAuthnAbortService.cancelCeremony(),
      );
    };
  }, []);

  const press = async () => {
    setBusy(true);
    setProblem('');
    try {
      const answer = await ask(false);
      if (answer === 'failed') setProblem(NO_ANSWER);
    } catch (error) {
      setProblem(error instanceof TypeError ? NO_ANSWER : NOT_DONE);
    } finally {
      setBusy(false);
    }
  };
  return { supported, press, busy, problem, credential };
}
