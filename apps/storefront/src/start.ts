import { handOverFields } from './early-fields.ts';
import { hideSignIn } from './hide-sign-in.ts';
import type { HydratedEvent } from './lib/hydrated.tsx';

/**
 * The first script of a page that the server has rendered, and the only one in its head: visible content first. It loads the shop's scripts
 * once the pictures of the first view are loaded, or at once on input, and replays clicks and input from before.
 */
// Before any request: a sign-in that just ended has its token in the address.
const hasSignIn = hideSignIn();
const own = document.querySelector<HTMLScriptElement>('script[data-entry]');
/** A picture may never load: the page must be hydrated without it. */
const PATIENCE_MS = 2500;
/** Older clicks are not replayed: nobody expects it. */
const HANDOVER_MS = 10_000;
const SIGNS = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'wheel', 'scroll'];

interface Press {
  readonly element: Element;
  /** On the clock of `performance.now`. */
  readonly at: number;
}
let last: Press | null = null;

function notePress({ target }: Event): void {
  const element = target instanceof Element ? target.closest('button[type="button"]') : null;
  if (!element) return;
  const press = { element, at: performance.now() };
  // Hydrated elements, also by this click, have handled it by then.
  setTimeout(() => !isAlive(element) && doOnceAlive((last = press)));
}

const HYDRATED: HydratedEvent = 'keyturn:hydrated';
const hydrated = new WeakSet<EventTarget>();

/** Whether this element is hydrated: its innermost separately hydrated part has reported it. */
function isAlive(element: Element): boolean {
  const part = element.closest('[data-hydrates], body');
  return part !== null && hydrated.has(part);
}

/** Replays the last click as soon as its element is hydrated. */
function doOnceAlive(press: Press): void {
  if (press !== last || !press.element.isConnected || performance.now() - press.at > HANDOVER_MS) return;
  if (!isAlive(press.element)) return void requestAnimationFrame(() => doOnceAlive(press));
  last = null;
  press.element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
}

/** The pictures of the first view are loaded and painted. */
async function seen(): Promise<void> {
  if (document.readyState !== 'complete') await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
  await new Promise(requestAnimationFrame);
  await new Promise<unknown>((resolve) => ('requestIdleCallback' in window ? requestIdleCallback(resolve) : setTimeout(resolve, 50)));
}

function visitorActs(): Promise<unknown> {
  return new Promise((resolve) => {
    for (const sign of SIGNS) window.addEventListener(sign, resolve, { once: true, capture: true, passive: true });
  });
}

/** The first access to storage waits for the disk: do it while the scripts are loading. */
function wakeStorage(): void {
  try {
    localStorage.getItem('');
    sessionStorage.getItem('');
  } catch {
    // Forbidden: the shop works without it.
  }
}

async function start(entry: string, parts: readonly string[]): Promise<void> {
  document.addEventListener(HYDRATED, ({ target }) => target && hydrated.add(target));
  document.addEventListener('click', notePress, true);
  handOverFields(isAlive);
  if (!hasSignIn) await Promise.race([seen(), visitorActs(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  // Loaded in parallel and run one after the other, so that the page stays responsive between them.
  for (const href of parts)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }));
  wakeStorage();
  for (const href of [...parts, entry]) {
    await import(/* @vite-ignore */ href);
    await new Promise((resolve) => setTimeout(resolve));
  }
}

if (own?.dataset.entry) void start(own.dataset.entry, own.dataset.parts?.split(' ') ?? []);
