import type { ReactNode } from 'react';
import { browser } from '../../lib/go';
import { AuthForms } from './AuthForms';
import { fetchForms } from './authCalls';

/** Fetch the forms that stand within another page and lead back to it. Throws ConnectionError. */
export async function loadInlineForms(): Promise<ReactNode> {
  const forms = await fetchForms('login', window.location.pathname);
  if (forms) return <AuthForms forms={forms} display="inline" heading="h2" titleId="log-in-title" />;
  browser.reload(); // the visitor has logged in on another page
  return null;
}
