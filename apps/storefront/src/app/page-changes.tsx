import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { keepsPlace } from '../lib/keep-position.ts';
import { readForTab, writeForTab } from '../shop/storage/browser-storage.ts';
import { isServedPage } from './first-view.ts';
import { Leaving } from './leaving.tsx';

/** So long a page may grow until a remembered place can be reached. */
const PATIENCE_MS = 4000;

/**
 * What the router does not do: a new page starts at its top with the focus on its heading; Back, Forward and a
 * reload return to the place where one was, once the page is long enough for it. All of it happens before the new
 * page is painted: nobody sees it jump.
 */
export function PageChanges() {
  const { key, pathname, search, state } = useLocation();
  const type = useNavigationType();
  const isFirst = useRef(true);
  // The first entry of every visit has the same key: only with the address does it name one page.
  const entry = `scroll:${key}:${pathname}${search}`;

  // On the way back to a place that the page is still too short for, the place where one is meanwhile is not the one to come back to.
  const isReturning = useRef(false);
  const remember = useCallback((left: string) => {
    if (!isReturning.current) writeForTab(left, String(Math.round(window.scrollY)));
  }, []);

  useLayoutEffect(() => {
    window.history.scrollRestoration = 'manual';
    const scrolled = () => remember(entry);
    // Where the browser does not tell the end of scrolling, every step of it counts.
    const event = 'onscrollend' in window ? 'scrollend' : 'scroll';
    window.addEventListener(event, scrolled);
    // Whoever leaves the document right after a scroll leaves before the event that tells of it. A page that the server has rendered stands
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

    // The browser has brought it there, or the visitor has moved on, while there was no script. A page that only the script fills was
    // too short for that: as far as it went is not where one was.
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
    // Back and Forward within a page leave the focus where it is, if it is still anywhere.
    if (type === 'POP' ? document.activeElement !== document.body : keepsPlace(state)) return;
    return focusHeading();
  }, [entry, type, state]);

  // A place is read when the next page is about to be drawn: the event of a scroll in the same frame comes later than that.
  return <Leaving entry={entry} onLeave={remember} />;
}

/** Whether the document itself was reloaded or gone back to; an address that was typed or followed opens at its top. */
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

/** Focuses the page's heading, which may come a moment later with its data, unless the visitor has chosen another place by then. */
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
