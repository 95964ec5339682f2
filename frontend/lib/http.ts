/** How long the store waits for an answer before it gives up, in milliseconds. */
const PATIENCE = 30_000;

// The card provider's WooCommerce plugin says the same (docs/behaviour/pages.md#connection).
const TIMEOUT = 'A timeout occurred while connecting to the server. Please try again.';
const ABORTED = 'The connection to the server was aborted. Please try again.';
const UNREACHABLE = 'An error occurred while connecting to the server. Please try again.';

/** The server could not be reached, or its answer made no sense. The message is for the shopper. */
export class ConnectionError extends Error {
  readonly aborted: boolean;
  /** The status of an answer that was no success, 0 when there was none. */
  readonly status: number;

  constructor(message: string, cause: unknown, status = 0) {
    super(message, { cause });
    this.aborted = message === ABORTED;
    this.status = status;
  }
}

export type Fields = Record<string, string> | URLSearchParams;

interface Options {
  signal?: AbortSignal;
  accept?: string;
  /** Whether the request goes on when the shopper leaves the page before it is answered. */
  keepalive?: boolean;
}

/** POST a form and return its JSON answer. Throws ConnectionError. */
export async function post<Answer>(url: string, fields: Fields, options: Options = {}): Promise<Answer> {
  const { text } = await postForm(url, fields, options);
  try {
    return JSON.parse(repaired(text)) as Answer;
  } catch (error) {
    throw new ConnectionError(UNREACHABLE, error);
  }
}

/** Send JSON and return the JSON that is answered, with its status and headers. Throws ConnectionError. */
export async function sendJson<Answer>(
  method: string,
  url: string,
  body: object,
  headers: Record<string, string>,
): Promise<{ status: number; answer: Answer; headers: Headers }> {
  try {
    const response = await fetch(url, {
      method,
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', ...headers },
      credentials: 'same-origin',
      signal: AbortSignal.timeout(PATIENCE),
    });
    return { status: response.status, answer: (await response.json()) as Answer, headers: response.headers };
  } catch (error) {
    throw new ConnectionError(wording(error), error);
  }
}

/** POST a form and return the HTML that is answered. Throws ConnectionError. */
export async function postForHtml(url: string, fields: Fields): Promise<Document> {
  return new DOMParser().parseFromString((await postForm(url, fields, { accept: 'text/html' })).text, 'text/html');
}

/** GET a document of this site and return its text. Throws ConnectionError, also for an answer that is no success. */
export async function get(url: string, headers: Record<string, string> = {}): Promise<string> {
  let status = 0;
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const response = await fetch(url, {
      headers: { Accept: 'text/html', ...headers },
      credentials: 'same-origin',
      signal,
    });
    if (response.ok) return await response.text();
    status = response.status;
  } catch (error) {
    throw new ConnectionError(wording(error), error);
  }
  throw new ConnectionError(UNREACHABLE, url, status);
}

/** What was answered, as it came. */
export interface PlainAnswer {
  text: string;
  headers: Headers;
}

/** POST a form and return the answer as text with its headers. Throws ConnectionError. */
export async function postForm(
  url: string,
  fields: Fields,
  { signal, accept = 'application/json', keepalive = false }: Options = {},
): Promise<PlainAnswer> {
  const timeout = AbortSignal.timeout(PATIENCE);
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { Accept: accept },
      credentials: 'same-origin',
      keepalive,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    return { text: await response.text(), headers: response.headers };
  } catch (error) {
    throw new ConnectionError(wording(error), error);
  }
}

function wording(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'TimeoutError') return TIMEOUT;
  return name === 'AbortError' ? ABORTED : UNREACHABLE;
}

/** Drop what a server printed around its JSON object (docs/behaviour/pages.md#connection). */
function repaired(text: string): string {
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}');
  return start >= 0 && end > start ? text.slice(start, end + 1) : text;
}

/** Return a function that runs tasks one after another, in the order they were given. */
export function createQueue(): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const next = last.then(task, task);
    last = next.catch(() => undefined);
    return next;
  };
}
