import { createClient } from './page/client.ts';
import { IntegrationError } from './page/origin.ts';

/** The factory that stands where Stripe.js puts its own. */
function Stripe(publishableKey: string): ReturnType<typeof createClient> {
  if (!/^pk_test_sandbox/.test(publishableKey)) {
    throw new IntegrationError("This is the sandbox's script: it takes the sandbox's publishable key only.");
  }
  return createClient(publishableKey);
}

/** The train of Stripe.js that this script stands for. */
Stripe.version = 'endive';

Object.assign(window, { Stripe });
