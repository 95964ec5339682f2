import type { CssFontSource } from '@stripe/stripe-js';

/** Font services whose style sheets the provider may fetch, too (docs/behaviour/pages.md#payment-fields). */
const HOSTS = ['fonts.googleapis.com', 'fonts.gstatic.com', 'fast.fonts.com', 'use.typekit.net'];

/** The page's fonts of the known services. */
export function webFonts(page: Document = document): CssFontSource[] {
  const links = [...page.querySelectorAll<HTMLLinkElement>('link[rel~="stylesheet"][href]')];
  return links.filter(({ href }) => HOSTS.includes(hostOf(href))).map(({ href }) => ({ cssSrc: href }));
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}
