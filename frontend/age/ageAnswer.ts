import { cookie } from '../lib/cookies';
import { type ConnectionError, post } from '../lib/http';
import { prefersLessMotion } from '../lib/scroll';

const COOKIE = 'vintner_of_age';
const NOT_SAVED = 'Your browser did not keep your answer. Please allow this store’s cookies and try again.';
const FADE_MS = 250;

interface GateCallbacks {
  open: () => void;
  /** Called with the reason why an answer could not be saved; '' before each try. */
  onFault: (fault: string) => void;
  signal: AbortSignal;
}

/** Open the gate in place after a yes, also after one that was given in another tab. */
export function watchAnswer(gate: HTMLElement, { open, onFault, signal }: GateCallbacks): void {
  if (signal.aborted) return;
  // The server found what was there not good enough. Of a page that comes out of the browser's memory it found nothing.
  const before = isFromMemory() ? '' : cookie(COOKIE);
  const look = () => {
    if (cookie(COOKIE) !== before && cookie(COOKIE)) open();
  };
  look();
  window.addEventListener('pageshow', look, { signal });
  document.addEventListener('visibilitychange', look, { signal });

  const answer = async (event: SubmitEvent) => {
    const fields = new FormData(event.target as HTMLFormElement, event.submitter);
    if (fields.get('answer') !== 'yes') return; // a no leads to a page of its own
    event.preventDefault();
    onFault('');
    try {
      const answered = new URLSearchParams(fields as unknown as Record<string, string>);
      await post('/age/', answered, { keepalive: true });
    } catch (error) {
      return onFault((error as ConnectionError).message);
    }
    if (!cookie(COOKIE)) return onFault(NOT_SAVED);
    if (!prefersLessMotion()) await gate.animate?.({ opacity: 0 }, FADE_MS).finished;
    open();
  };
  gate.addEventListener('submit', answer, { signal });
}

function isFromMemory(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type === 'back_forward';
}
