import type { Locator, Page } from '@playwright/test';
import { productPath } from '@keyturn/shop-rules';
import { CORS } from '../support/account-forms.ts';
import { origins } from '../support/origins.ts';
import { gameInStock } from '../support/visitor.ts';

export interface State {
  readonly name: string;
  /** From the state before it, or from the page as it opens. */
  readonly open?: (page: Page) => Promise<unknown>;
  /** The state is there once this is seen. */
  readonly shows: (page: Page) => Locator;
  readonly isOnPhonesOnly?: true;
  /** It keeps everything but itself from the visitor: the page below is looked at elsewhere. */
  readonly isModal?: true;
}

/** States of the shop that one visitor sees one after the other, on one load of the document. */
export interface Visit {
  readonly address: string | (() => Promise<string>);
  /** The width at which most of it differs from what other visits show. */
  readonly width: 360 | 1320;
  /** Others, where its states are laid out in another way: nothing may stick out at any width. */
  readonly furtherWidths?: readonly number[];
  /** What the browser remembers; a cart of two pieces where nothing is said. */
  readonly remembers?: 'nothing' | 'no answer to the cookie notice' | 'a product that is gone';
  readonly prepare?: (page: Page) => Promise<unknown>;
  readonly states: readonly State[];
}

export const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
export const dialog = (heading: string) => (page: Page) =>
  page.getByRole('dialog').filter({ has: page.getByRole('heading', { name: heading, exact: true }) });
export const game = async () => productPath(await gameInStock(1));
export const isDown = (page: Page) => page.route(`${origins.api}/**`, (route) => route.abort('connectionrefused'));
export const answers = (page: Page, path: string, json: unknown) =>
  page.route(origins.api + path, (route) => route.fulfill({ json, headers: CORS }));
