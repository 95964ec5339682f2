import type { ComponentType } from 'react';
import type { Contract, Shared } from '../generated/pages';

export type PageName = keyof Contract['pages'];
export type SectionName = keyof Contract['sections'];

/** A page as the server names it: which component, with which props. */
export interface PageData {
  component: PageName;
  props: { shared: Shared };
}

/** The header and the footer around a page. */
export interface Frame {
  Header: ComponentType<{ shared: Shared }>;
  Footer: ComponentType<{ shared: Shared }>;
}

/** The component of a page; its props are the ones generated for its name. `frame` takes the place of the shop's. */
export type PageComponent = ComponentType<{ shared: Shared }> & { frame?: Frame };

export interface PageModule {
  default: PageComponent;
}

/** The path of a page's module as import.meta.glob names it, seen from the folder `frontend`. */
export function modulePath(component: string): string {
  return `./pages/${component}.tsx`;
}
