import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as EntryServer from '../../src/entry-server.tsx';
import type { Currency } from '@keyturn/shop-rules';
import type { ServedAnswer } from '../../src/app/first-view.ts';
import { scriptSafeJson } from '../head/head-tags.ts';
import { inTime } from '../api/in-time.ts';

/** A page that the server can render: its URL, and its API answers by endpoint name. */
export interface FirstView {
  /** Path and, where the page depends on it, query. */
  url: string;
  answers: readonly ServedAnswer[];
}

/** The part of the storefront's build that runs here. */
export type Renderer = typeof EntryServer;

/** @throws ERR_MODULE_NOT_FOUND where nothing is built */
export async function loadRenderer(folder: string): Promise<Renderer> {
  return (await import(pathToFileURL(join(folder, 'entry-server.js')).href)) as Renderer;
}

/** Rendering blocks the event loop: above this queue length pages are sent without first view. */
const MOST_AT_ONCE = 8;
/** A suspended part that never resolves must not block the page. */
const PATIENCE_MS = 2000;

/** Renders first views, and never throws. */
export class FirstViews {
  readonly #renderer: Renderer;
  #underWay = 0;

  constructor(renderer: Renderer) {
    this.#renderer = renderer;
  }

  /** The HTML of `#root`, and the element with the embedded answers. Null if it could not be rendered. */
  async render({ url, answers }: FirstView, currency: Currency): Promise<{ html: string; data: string } | null> {
    if (this.#underWay >= MOST_AT_ONCE) return null;
    this.#underWay += 1;
    try {
      const view = { answers, currency, at: Date.now() };
      const html = await inTime(this.#renderer.renderView(url, view, AbortSignal.timeout(PATIENCE_MS)), PATIENCE_MS);
      if (html === null) throw new Error(`It took longer than ${PATIENCE_MS} ms.`);
      return { html, data: `<script type="application/json" id="first-view">${scriptSafeJson({ answers, currency })}</script>` };
    } catch (error) {
      // Search texts may contain e-mail addresses and keys: they are not logged.
      console.error(`The first view of ${url.replace(/^\/search\/[^?]+/, '/search/…')} could not be rendered:`, error);
      return null;
    } finally {
      this.#underWay -= 1;
    }
  }
}
