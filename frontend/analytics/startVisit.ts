import { start } from './visit';

// What is fetched to count the view, and begins by itself: the module that fetches it comes with every page.
if (!(navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl) start();

// Only pages on which Google Analytics may be have its id, in stores that use it.
const id = document.querySelector<HTMLElement>('script[data-ga4]')?.dataset.ga4;
if (id)
  void import('./ga4/tag').then(
    ({ startTag }) => startTag(id),
    () => undefined,
  );
