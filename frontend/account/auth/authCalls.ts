import type { AuthForms, LogInPage } from '../../generated/pages';
import { get } from '../../lib/http';

/** What the store answers to a form (docs/behaviour/accounts.md#forms). */
interface Answer {
  error?: number;
  notice?: string;
  redirect?: string | false;
  field?: string;
  fieldValue?: string;
  fields?: Record<string, string>;
}

/** What is said above a form, in paragraphs. `frame` is an answer that is no notice of the store's. */
export interface Notice {
  kind: string;
  text: string;
  offersReset: boolean;
  frame?: string;
}

export interface Outcome {
  succeeded: boolean;
  notice: Notice;
  redirect: string;
  /** The name of the field that comes next, with its value. */
  leadsTo: string;
  value: string;
  errors: Record<string, string>;
}

const FAILED = 'We could not process your request, please check console or try again later.';
const LONGEST_FRAME = 2000;

/** Send a form. It is never sent twice: whoever registers would do so twice. */
export async function sendForm(form: HTMLFormElement, display: string): Promise<Outcome> {
  const fields = new FormData(form);
  fields.set('action', 'xoo_el_form_action');
  fields.set('display', display);
  try {
    const response = await fetch('/wp-admin/admin-ajax.php', {
      method: 'POST',
      body: fields,
      headers: { Accept: 'application/json' },
      credentials: 'same-origin',
      signal: AbortSignal.timeout(30_000),
    });
    const text = await response.text();
    if (!response.ok) return failure(response.status, readFrame(text));
    const answer = JSON.parse(text) as Answer | null;
    return typeof answer?.error === 'number' ? readAnswer(answer) : failure(text);
  } catch (error) {
    return failure(error);
  }
}

/** Fetch the forms for the popup; null when the visitor is logged in already. Throws ConnectionError. */
export async function fetchForms(section: string, redirect: string): Promise<AuthForms | null> {
  const query = new URLSearchParams({ section, next: redirect });
  const page = JSON.parse(await get(`/my-source/?${query}`, { Accept: 'application/json' })) as Partial<LogInPage>;
  return page.forms ?? null;
}

function readAnswer(answer: Answer): Outcome {
  return {
    succeeded: answer.error === 0 && !answer.field,
    notice: readNotice(answer.notice ?? ''),
    redirect: answer.redirect || '',
    leadsTo: /name="([^"]+)"/.exec(answer.field ?? '')?.[1] ?? '',
    value: answer.fieldValue ?? '',
    errors: answer.fields ?? {},
  };
}

/** Read a notice: its kind is part of a class, a link offers to recover the account. */
function readNotice(html: string): Notice {
  const body = new DOMParser().parseFromString(html, 'text/html').body;
  const kind = /xoo-el-notice-(\w+)/.exec(body.firstElementChild?.className ?? '')?.[1] ?? 'error';
  const link = body.querySelector('.xoo-el-lostpw-tgr');
  link?.remove();
  const parts = [...body.querySelectorAll('p')].map((each) => each.textContent);
  const text = (parts.length > 0 ? parts : [body.textContent]).map((each) => each.trim()).join('\n');
  return { kind, text, offersReset: link !== null };
}

function failure(cause: unknown, frame = ''): Outcome {
  console.error('The form was not answered:', cause);
  const notice = { kind: 'error', text: FAILED, offersReset: false, frame };
  return { succeeded: false, notice, redirect: '', leadsTo: '', value: '', errors: {} };
}

/** Return the words of an error page. */
function readFrame(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const each of body.querySelectorAll('script, style')) each.remove();
  return body.textContent
    .replace(/\s*\n\s*/g, '\n')
    .trim()
    .slice(0, LONGEST_FRAME);
}
