import { useRef, useState } from 'react';
import type { PasskeyRequest } from '../generated/pages';

const NOT_DONE = 'The passkey was not used. Try again, or choose another way.';
const NOT_SUPPORTED = 'This browser has no passkeys. Choose another way.';
const ALREADY_THERE = 'This device has a passkey of your account already.';

interface Options {
  publicKey: never;
}

/** Asks the browser for a passkey and sends the form with its answer. */
export function usePasskey({ options, creates }: PasskeyRequest) {
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const credential = useRef<HTMLInputElement>(null);

  const ask = async () => {
    setBusy(true);
    setProblem('');
    try {
      const webauthn = await import('@simplewebauthn/browser');
      if (!webauthn.browserSupportsWebAuthn()) {
        setProblem(NOT_SUPPORTED);
        return;
      }
      const { publicKey } = JSON.parse(options) as Options;
      const answer = creates
        ? await webauthn.startRegistration({ optionsJSON: publicKey })
        : await webauthn.startAuthentication({ optionsJSON: publicKey });
      const field = credential.current;
      if (!field?.form) return;
      field.value = JSON.stringify(answer);
      field.form.requestSubmit();
    } catch (error) {
      setProblem(error instanceof Error && error.name === 'InvalidStateError' ? ALREADY_THERE : NOT_DONE);
    } finally {
      setBusy(false);
    }
  };
  return { ask, busy, problem, credential };
}
