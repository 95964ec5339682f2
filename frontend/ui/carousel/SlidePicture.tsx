import { type ComponentProps, useContext } from 'react';
import { Picture } from '../Picture';
import { SlideLoads } from './slides';

/**
 * A picture on a slide, which waits until its slide is about to be shown. Without JavaScript there is nothing to
 * wait for: it stands in a `noscript`, which React leaves alone in the browser.
 */
export function SlidePicture(picture: ComponentProps<typeof Picture>) {
  if (useContext(SlideLoads) !== false) return <Picture {...picture} />;
  return (
    <noscript>
      <Picture {...picture} onScreen={false} />
    </noscript>
  );
}
