import { Writable } from 'node:stream';
import type { ComponentType, ReactElement } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import { App } from './app';
import CartContents from './cart/form/CartContents';
import MiniCart from './cart/MiniCart';
import CartPopup from './cart/popup/CartPopup';
import OrderReview from './checkout/OrderReview';
import type { Contract } from './generated/pages';
import { modulePath, type PageData, type PageModule, type SectionName } from './lib/pages';
import PaymentOptions from './payment/methods/PaymentOptions';

const pages = import.meta.glob<PageModule>('./pages/**/*Page.tsx', { eager: true });
type SectionComponents = { [Name in SectionName]: ComponentType<Contract['sections'][Name]> };

/** The sections by the names that the server calls them. */
const SECTIONS: SectionComponents = { CartContents, CartPopup, MiniCart, OrderReview, PaymentOptions };

/** What the log needs to find a fault in a component. */
export class RenderError extends Error {
  readonly componentStack: string;

  constructor(cause: Error, componentStack: string) {
    super(cause.message, { cause });
    this.stack = cause.stack ?? '';
    this.componentStack = componentStack;
  }
}

/** The requested component does not exist, or the request has another shape than agreed. */
export class BadRequest extends Error {}

export interface SectionData {
  component: string;
  props: object;
}

/** Return the inner HTML of #root. */
export function renderPage({ component, props }: PageData): Promise<string> {
  const page = pages[modulePath(component)];
  if (!page) throw new BadRequest(`no page named ${component}`);
  return render(<App Page={page.default} props={props} />, '');
}

/** Return the section's element with its name and props, for the client that puts it in place. */
export async function renderSection({ component, props }: SectionData): Promise<string> {
  if (!Object.hasOwn(SECTIONS, component)) throw new BadRequest(`no section named ${component}`);
  const Section = SECTIONS[component as SectionName] as ComponentType<object>;
  const html = await render(<Section {...props} />, component);
  return withProps(html, props);
}

/** Put `data-props` into the root element, after its `data-section`. */
function withProps(html: string, props: object): string {
  const json = JSON.stringify(props).replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return html.replace(/data-section="\w+"/, (name) => `${name} data-props="${json}"`);
}

async function render(element: ReactElement, identifierPrefix: string): Promise<string> {
  try {
    return renderToString(element, { identifierPrefix });
  } catch (error) {
    const fault = error instanceof Error ? error : new Error(String(error));
    throw new RenderError(fault, await componentStack(element));
  }
}

/** Render once more with the slower renderer, the only one that names the component that threw. */
function componentStack(element: ReactElement): Promise<string> {
  return new Promise((resolve) => {
    const { pipe } = renderToPipeableStream(element, {
      onError: (_error, info) => resolve(info.componentStack ?? ''),
      onShellError: () => undefined,
      onAllReady: () => {
        pipe(new Writable({ write: (_chunk, _encoding, done) => done() }));
        resolve('');
      },
    });
  });
}
