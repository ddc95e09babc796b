import { handOverFields } from './early-fields.ts';
import type { HydratedEvent } from './lib/hydrated.tsx';

/**
 * The first script of a page that the server has rendered, and the only one in its head: what can be seen comes first. It fetches the
 * shop's scripts once the pictures of the first view are there, or at once when the visitor does something, and hands over what was
 * pressed, typed or chosen meanwhile.
 */
const own = document.querySelector<HTMLScriptElement>('script[data-entry]');
/** A picture may hang: the page must come to life without it. */
const PATIENCE_MS = 2500;
/** What was pressed longer ago is not done any more: nobody expects it. */
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
  // What is alive, or becomes so by this very press, has done it by then.
  setTimeout(() => !isAlive(element) && doOnceAlive((last = press)));
}

const HYDRATED: HydratedEvent = 'keyturn:hydrated';
const hydrated = new WeakSet<EventTarget>();

/** Whether React answers to what is pressed here: the innermost part around it that React takes over apart has told so. */
function isAlive(element: Element): boolean {
  const part = element.closest('[data-hydrates], body');
  return part !== null && hydrated.has(part);
}

/** Does what was pressed last as soon as its place can do it. */
function doOnceAlive(press: Press): void {
  if (press !== last || !press.element.isConnected || performance.now() - press.at > HANDOVER_MS) return;
  if (!isAlive(press.element)) return void requestAnimationFrame(() => doOnceAlive(press));
  last = null;
  press.element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
}

/** The pictures of the first view are there, and painted. */
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

/** The first look into a storage waits for the disk: better now, while the scripts are on their way, than when they run. */
function wakeStorage(): void {
  try {
    localStorage.getItem('');
    sessionStorage.getItem('');
  } catch {
    // Forbidden: the shop does without.
  }
}

async function start(entry: string, parts: readonly string[]): Promise<void> {
  document.addEventListener(HYDRATED, ({ target }) => target && hydrated.add(target));
  document.addEventListener('click', notePress, true);
  handOverFields(isAlive);
  // A sign-in that just ended has its token in the address: it must not stay there.
  const isUrgent = new URLSearchParams(window.location.search).has('token');
  if (!isUrgent) await Promise.race([seen(), visitorActs(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  // They are fetched all at once, and run one after the other: between two of them the page answers to a finger.
  for (const href of parts)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }));
  wakeStorage();
  for (const href of [...parts, entry]) {
    await import(/* @vite-ignore */ href);
    await new Promise((resolve) => setTimeout(resolve));
  }
}

if (own?.dataset.entry) void start(own.dataset.entry, own.dataset.parts?.split(' ') ?? []);
