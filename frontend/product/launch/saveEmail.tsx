import { createRoot } from 'react-dom/client';
import { ConnectionError, post } from '../../lib/http';
import { type Answer, LaunchDialog } from './LaunchDialog';

const WAITING: Answer = { title: 'Please Wait!', message: 'Saving email address...', status: 'waiting' };
const PATH = '/wp-admin/admin-ajax.php';

/** Forms that are being sent: a second press changes nothing. */
const busy = new WeakSet<HTMLFormElement>();

/** Send the form and show the answer in a dialog; then the field is empty. Resolves when the dialog is closed. */
export async function saveEmail(form: HTMLFormElement): Promise<void> {
  if (busy.has(form)) return;
  busy.add(form);
  form.setAttribute('aria-busy', 'true');
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const origin = document.activeElement;
  await new Promise<void>((close) => {
    const show = (answer: Answer) => root.render(<LaunchDialog answer={answer} onClosed={close} />);
    show(WAITING);
    ask(form).then((answer) => {
      show(answer);
      if (answer.status !== 'error') form.reset();
    });
  });
  busy.delete(form);
  form.removeAttribute('aria-busy');
  root.unmount();
  place.remove();
  if (origin instanceof HTMLElement) origin.focus();
}

async function ask(form: HTMLFormElement): Promise<Answer> {
  const fields = { ...Object.fromEntries(new FormData(form)), action: 'wcp_save_email' } as Record<string, string>;
  try {
    return await post<Answer>(PATH, fields);
  } catch (error) {
    const message = error instanceof ConnectionError ? error.message : String(error);
    return { title: 'Error', message, status: 'error' };
  }
}
