import { useCallback, useRef, useState } from 'react';
import { ConnectionError, get } from '../lib/http';

export interface TabContent<Content> {
  content: Content;
  loading: boolean;
  /** Why the content could not be loaded; empty otherwise. */
  error: string;
  /** Show what an address answers. What was loaded once is shown at once. */
  open: (url: string) => Promise<void>;
  /** Load again what failed. */
  retry: () => Promise<void>;
  /** Show this in place of it. Always the same function. */
  replace: (content: Content) => void;
}

/**
 * The content of a tab that can be fetched from the addresses of its links (`data-url`). It stays until the next one
 * is there. `read` takes the content out of a page's props.
 */
export function useTabContent<Content>(
  first: Content,
  read: (props: unknown) => Content | undefined,
): TabContent<Content> {
  const [content, setContent] = useState(first);
  const [loading, setLoading] = useState(false);
  const [error, setError] = useState('');
  const loaded = useRef(new Map<string, Content>());
  const wanted = useRef('');

  const open = async (url: string) => {
    const { pathname, search } = window.location;
    if (loaded.current.size === 0) loaded.current.set(pathname + search, content);
    wanted.current = url;
    setError('');
    setLoading(!loaded.current.has(url));
    try {
      const loadedContent = loaded.current.get(url) ?? read(JSON.parse(await get(url, { Accept: 'application/json' })));
      if (!loadedContent) throw new SyntaxError('The answer is another page.');
      loaded.current.set(url, loadedContent);
      if (wanted.current !== url) return;
      setContent(loadedContent);
      setLoading(false);
    } catch (problem) {
      if (!(problem instanceof ConnectionError || problem instanceof SyntaxError)) throw problem;
      if (wanted.current !== url) return;
      setError(describe(problem));
      setLoading(false);
    }
  };
  const replace = useCallback((next: Content) => {
    wanted.current = '';
    loaded.current.clear(); // they are from before
    setLoading(false);
    setError('');
    setContent(next);
  }, []);
  return { content, loading, error, open, retry: () => open(wanted.current), replace };
}

function describe(problem: ConnectionError | SyntaxError): string {
  const status = problem instanceof ConnectionError ? problem.status : 200;
  if (status === 404) return 'Sorry, error: 404 - the requested content could not be found.';
  return status ? `An error occurred ${status}` : problem.message;
}
