import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { keepsPlace } from '../lib/keep-position.ts';
import { readForTab, writeForTab } from '../shop/storage/browser-storage.ts';
import { isServedPage } from './first-view.ts';
import { Leaving } from './leaving.tsx';

/** How long a page may grow until a stored scroll position can be reached. */
const PATIENCE_MS = 4000;

/**
 * Scroll and focus on navigation, which the router does not do: a new page starts at its top with the focus on its heading; Back, Forward
 * and a reload restore the scroll position, once the page is long enough. All before the new page is painted, so that it does not jump.
 */
export function PageChanges() {
  const { key, pathname, search, state } = useLocation();
  const type = useNavigationType();
  const isFirst = useRef(true);
  // The first entry of every session has the same key: only with the URL is it unique.
  const entry = `scroll:${key}:${pathname}${search}`;

  // While a position is being restored and the page is still too short, the current position must not be stored.
  const isReturning = useRef(false);
  const remember = useCallback((left: string) => {
    if (!isReturning.current) writeForTab(left, String(Math.round(window.scrollY)));
  }, []);

  useLayoutEffect(() => {
    window.history.scrollRestoration = 'manual';
    const scrolled = () => remember(entry);
    // In browsers without `scrollend`, every scroll event counts.
    const event = 'onscrollend' in window ? 'scrollend' : 'scroll';
    window.addEventListener(event, scrolled);
    // A visitor who leaves the document right after a scroll leaves before its event. A page that the server has rendered stands
    // before this script runs: until then its place is the browser's to keep.
    const leave = () => {
      remember(entry);
      window.history.scrollRestoration = 'auto';
    };
    const comeBack = () => {
      window.history.scrollRestoration = 'manual';
    };
    window.addEventListener('pagehide', leave);
    window.addEventListener('pageshow', comeBack);
    return () => {
      window.removeEventListener(event, scrolled);
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', comeBack);
    };
  }, [entry, remember]);

  useLayoutEffect(() => {
    const isLoad = isFirst.current;
    isFirst.current = false;
    if (!isLoad) document.head.querySelectorAll('script[type="application/ld+json"]').forEach((script) => script.remove());

    // The browser has restored it, or the visitor has scrolled, before the script ran. A page that is filled by the script was too short
    // for that: its position is not the stored one.
    if (isLoad && isServedPage() && window.scrollY > 0) return;
    const isReturn = isLoad ? isReloadOrReturn() : type === 'POP';
    const remembered = isReturn ? Number(readForTab(entry) ?? 0) : 0;
    if (remembered > 0) return returnTo(remembered, isReturning);
    if (isLoad || (type !== 'POP' && keepsPlace(state))) return;
    window.scrollTo({ top: 0, behavior: 'instant' });
  }, [entry, type, state]);

  const isOpened = useRef(false);
  useEffect(() => {
    const isLoad = !isOpened.current;
    isOpened.current = true;
    if (isLoad) return;
    // Back and Forward within a page keep the focus, if its element still exists.
    if (type === 'POP' ? document.activeElement !== document.body : keepsPlace(state)) return;
    return focusHeading();
  }, [entry, type, state]);

  // The position is read before the next page is rendered: the event of a scroll in the same frame comes later.
  return <Leaving entry={entry} onLeave={remember} />;
}

/** Whether the document was reloaded or reached by Back or Forward; a typed or followed URL opens at the top. */
function isReloadOrReturn(): boolean {
  const [load] = performance.getEntriesByType?.('navigation') ?? [];
  return load !== undefined && 'type' in load && (load.type === 'reload' || load.type === 'back_forward');
}

/** Scrolls as soon as the page is long enough, unless the visitor scrolls first. `isReturning` is true until then. */
function returnTo(top: number, isReturning: { current: boolean }): () => void {
  const ends = new AbortController();
  const observer = new ResizeObserver(tryNow);
  const timer = setTimeout(stop, PATIENCE_MS);
  isReturning.current = true;
  function stop() {
    isReturning.current = false;
    observer.disconnect();
    clearTimeout(timer);
    ends.abort();
  }
  function tryNow() {
    if (document.documentElement.scrollHeight - window.innerHeight < top) return;
    window.scrollTo({ top, behavior: 'instant' });
    stop();
  }
  for (const event of ['wheel', 'touchmove', 'keydown']) window.addEventListener(event, stop, { signal: ends.signal, passive: true });
  observer.observe(document.body);
  tryNow();
  return stop;
}

/** Focuses the page's heading, which may appear later with its data, unless the visitor has focused something else by then. */
function focusHeading(): () => void {
  const before = document.activeElement;
  let tries = 0;
  const timer = setInterval(() => {
    const now = document.activeElement;
    const heading = document.querySelector<HTMLElement>('main h1[tabindex="-1"]');
    if (now === before || now === document.body) heading?.focus({ preventScroll: true });
    if (heading || ++tries > 40) clearInterval(timer);
  }, 50);
  return () => clearInterval(timer);
}
