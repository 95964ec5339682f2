import { type ComponentType, lazy, memo, Suspense } from 'react';
import { whenNear } from './near';

interface Fetch<Props> {
  /** The id of the component's element. */
  id: string;
  /** The component where nothing is fetched: on the server, and in tests of components. */
  ready: ComponentType<Props> | undefined;
  load: () => Promise<ComponentType<Props>>;
  /** They are named so that they belong to the page: otherwise they would come with the code. */
  styles: object[];
}

/**
 * Return a component whose code is fetched when its element comes near the screen, or is focused before. Until then its
 * HTML from the server stands as it is: links and forms in it work as they do without JavaScript.
 *
 * Its props must be the same objects for as long as that lasts, or React draws it anew.
 */
export function fetchNear<Props extends object>({ id, ready, load }: Fetch<Props>): ComponentType<Props> {
  const Fetched = (ready ?? lazy(() => untilNear(id).then(load).then(asDefault))) as ComponentType<object>;
  return memo((props: Props) => (
    <Suspense fallback={null}>
      <Fetched {...props} />
    </Suspense>
  ));
}

const asDefault = <Component,>(component: Component) => ({ default: component as ComponentType<object> });

/** A page that the browser renders itself has no such element yet: it waits for nothing. */
function untilNear(id: string): Promise<void> {
  return new Promise((resolve) => {
    const element = document.getElementById(id);
    if (!element) return resolve();
    const stop = whenNear(element, resolve);
    element.addEventListener(
      'focusin',
      () => {
        stop();
        resolve();
      },
      { once: true },
    );
  });
}
