import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { makeForms } from '../../fixtures/logIn';
import { browser } from '../../lib/go';
import { AuthForms } from './AuthForms';
import { openForGuests } from './authTriggers';

let sent: FormData[] = [];
let went: string[] = [];

/** Answer each call with the next of these. */
function answering(...answers: (object | Response | Error)[]) {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    if (init?.body instanceof FormData) sent.push(init.body);
    const answer = answers.shift() ?? new Error('nothing more');
    if (answer instanceof Error) throw answer;
    return answer instanceof Response ? answer : new Response(JSON.stringify(answer));
  });
}

beforeEach(() => {
  sent = [];
  went = [];
  vi.spyOn(browser, 'go').mockImplementation((url) => void went.push(url));
});

const notice = (kind: string, html: string) => `<div class="xoo-el-notice-${kind} ">${html}</div>`;
const button = (name: string) => screen.getByRole('button', { name });
const email = () => screen.getByLabelText('Email address');

function show(section = 'single', display: 'inline' | 'popup' = 'inline') {
  render(<AuthForms forms={makeForms({ section })} display={display} heading="h1" titleId="title" />);
  return userEvent.setup();
}

test('the email address leads to the password, with a way back that keeps it', async () => {
  const warning = notice('warning', 'Please enter your password to login');
  answering({ error: 0, notice: warning, field: 'input[name="xoo-el-username"]', fieldValue: 'ada@example.com' });
  const user = show('single', 'popup');
  await user.type(email(), 'Ada@Example.com{Enter}');
  await waitFor(() => expect(screen.getByLabelText('Password')).toHaveFocus());
  expect(Object.fromEntries(sent[0] ?? [])).toMatchObject({
    action: 'xoo_el_form_action',
    _xoo_el_form: 'single',
    csrfmiddlewaretoken: 'token',
    display: 'popup',
    'xoo-el-sing-user': 'Ada@Example.com',
  });
  expect(email()).toHaveValue('ada@example.com');
  expect(screen.getByText('Please enter your password to login')).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Change?' }));
  expect(email()).toHaveValue('Ada@Example.com');
  expect(screen.queryByText('Please enter your password to login')).toBeNull();
});

test('a success leads on after 300 ms', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  answering({ error: 0, notice: notice('success', 'Login successful'), redirect: '/shop/?login=success' });
  const user = show('login');
  await user.type(email(), 'ada@example.com');
  await user.type(screen.getByLabelText('Password'), 'secret{Enter}');
  await waitFor(() => expect(screen.getByText('Login successful')).toBeVisible());
  expect(went).toEqual([]);
  await act(() => vi.advanceTimersByTimeAsync(300));
  expect(went).toEqual(['/shop/?login=success']);
});

test('without an address to go to, the form gives way to what is said', async () => {
  answering({ error: 0, notice: notice('success', '<p>It has been sent.</p><p>Wait.</p>'), redirect: false });
  const user = show('lostpw');
  await user.type(email(), 'ada@example.com{Enter}');
  await waitFor(() => expect(screen.getByText('It has been sent.')).toBeVisible());
  expect(screen.queryByRole('button', { name: 'Email Reset Link' })).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Lost password' }));
  expect(button('Email Reset Link')).toBeVisible();
  expect(screen.queryByText('It has been sent.')).toBeNull();
});

test('an error stands at its field, offers to recover the account, and leaves what was typed', async () => {
  const html = 'Wrong password. <a class="xoo-el-lostpw-tgr">Lost your password?</a>';
  answering({ error: 1, notice: notice('error', html), fields: { 'xoo-el-password': 'Wrong password.' } });
  const user = show('login');
  await user.type(email(), 'ada@example.com');
  await user.type(screen.getByLabelText('Password'), 'secret{Enter}');
  await waitFor(() => expect(screen.getByLabelText('Password')).toHaveFocus());
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Wrong password.');
  expect(screen.getByRole('alert')).toHaveTextContent('Wrong password. Lost your password?');
  await user.click(screen.getByRole('link', { name: 'Lost your password?' }));
  expect(button('Email Reset Link')).toBeVisible();
});

test('what is left out is told by the browser, and nothing is sent', async () => {
  answering();
  const user = show('register');
  await user.type(email(), 'no address');
  await user.click(button('Sign Up'));
  expect(email()).toHaveFocus();
  expect(email()).toBeInvalid();
  expect(email()).toHaveAccessibleDescription('Please provide a valid email address.');
  expect(screen.getByRole('checkbox')).toBeInvalid();
  expect(sent).toEqual([]);
});

test('an address that the store reads and the browser does not is sent', async () => {
  answering({ error: 1, notice: notice('error', 'Wrong password.'), fields: {} });
  const user = show('login');
  await user.type(email(), 'ada\uff20example.com');
  expect(email()).toBeInvalid();
  await user.type(screen.getByLabelText('Password'), 'secret{Enter}');
  await waitFor(() => expect(sent).toHaveLength(1));
});

test('a form that is not answered says so, and is not sent again', async () => {
  answering(new TypeError('Failed to fetch'));
  vi.mocked(console.error).mockImplementation(() => undefined);
  const user = show();
  await user.type(email(), 'ada@example.com{Enter}');
  const failed = 'We could not process your request, please check console or try again later.';
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(failed));
  expect(sent).toHaveLength(1);
  expect(email()).toHaveValue('ada@example.com');
});

test.each([
  ['an answer without an error field', new Response('{"notice": "x"}'), false],
  ['no JSON', new Response('0'), false],
  ['an error page', new Response('<h1>Bad gateway</h1><script>1</script>', { status: 502 }), true],
])('%s is a failure', async (_, answer, framed) => {
  answering(answer);
  vi.mocked(console.error).mockImplementation(() => undefined);
  const user = show();
  await user.type(email(), 'ada@example.com{Enter}');
  await waitFor(() => expect(screen.getByText(/^We could not process/)).toBeVisible());
  const frame = screen.queryByRole('region', { name: 'The answer of the store' });
  if (framed) expect(frame).toHaveTextContent(/^Bad gateway$/);
  else expect(frame).toBeNull();
});

test('a guest’s link into the account opens the popup, which leads back and gives the focus back', async () => {
  answering({ forms: makeForms({ section: 'single' }) });
  render(<a href="/my-source/">Your account</a>);
  const stop = openForGuests('');
  const user = userEvent.setup();
  await user.click(screen.getByRole('link', { name: 'Your account' }));
  const popup = await screen.findByRole('dialog', { name: 'Start' });
  expect(popup.querySelector<HTMLInputElement>('[name="xoo_el_redirect"]')?.value).toBe('/');
  await user.click(button('Close'));
  act(() => void popup.dispatchEvent(new Event('close')));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('link', { name: 'Your account' })).toHaveFocus();
  stop();
});

test('a hash opens its section and leaves the address bar; customers get no popup', async () => {
  answering({ forms: makeForms() }, {});
  window.history.replaceState(null, '', '/#register');
  const stop = openForGuests('');
  expect(window.location.hash).toBe('');
  const popup = await screen.findByRole('dialog', { name: 'Sign up' });
  act(() => void popup.dispatchEvent(new Event('close')));
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('vintner_customer=1');
  window.location.hash = '#login';
  await waitFor(() => expect(window.location.hash).toBe(''));
  await waitFor(() => expect(fetch).toHaveBeenCalledTimes(2)); // the cookie alone does not say it
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(went).toEqual([]);
  stop();
});

test('a link that names a field fills in the email address that stands there', async () => {
  answering({ forms: makeForms({ section: 'login' }) });
  render(
    <>
      <input id="contact" defaultValue="ada@example.com" />
      <a href="/my-source/" data-auth="login" data-email="contact">
        Log in
      </a>
    </>,
  );
  const stop = openForGuests('');
  await userEvent.click(screen.getByRole('link', { name: 'Log in' }));
  const popup = await screen.findByRole('dialog');
  expect(email()).toHaveValue('ada@example.com');
  act(() => void popup.dispatchEvent(new Event('close')));
  stop();
});

test('forms that are part of the page take the place of the popup', async () => {
  answering();
  show('single');
  const stop = openForGuests('');
  window.location.hash = '#login';
  await waitFor(() => expect(button('Sign in')).toBeVisible());
  expect(screen.queryByRole('dialog')).toBeNull();
  stop();
});

test('the popup opens by itself only if the store wants it, and once if it says so', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const asked = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('no'));
  for (const [automatic, calls] of [
    ['', 0],
    ['once', 1],
    ['once', 1],
    ['always', 2],
  ] as const) {
    const stop = openForGuests(automatic);
    await act(() => vi.advanceTimersByTimeAsync(600));
    stop();
    await waitFor(() => expect(asked).toHaveBeenCalledTimes(calls));
  }
  expect(localStorage.getItem('xoo_el_popup_opened')).toBe('yes');
  localStorage.clear();
});
