import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { readForTab, writeForTab } from '../shop/browser-storage.ts';

/** The first entry of every visit has the same key: only with the address does it name one page. */
const keyOf = (entry: string) => `scroll:${entry}:${window.location.pathname}${window.location.search}`;
/** So long a page may grow until a remembered place can be reached. */
const PATIENCE_MS = 4000;

/**
 * What the router does not do: a new page starts at its top with the focus on its heading; Back, Forward and a
 * reload return to the place where one was, once the page is long enough for it.
 */
export function PageChanges() {
  const { key, pathname, search } = useLocation();
  const type = useNavigationType();
  const isFirst = useRef(true);

  useEffect(() => {
    window.history.scrollRestoration = 'manual';
    const remember = () => writeForTab(keyOf(key), String(Math.round(window.scrollY)));
    window.addEventListener('pagehide', remember);
    window.addEventListener('scrollend', remember);
    return () => {
      window.removeEventListener('pagehide', remember);
      window.removeEventListener('scrollend', remember);
    };
  }, [key]);

  useEffect(() => {
    const isLoad = isFirst.current;
    isFirst.current = false;
    if (!isLoad) document.head.querySelectorAll('script[type="application/ld+json"]').forEach((script) => script.remove());

    const isReturn = isLoad ? isReloadOrReturn() : type === 'POP';
    const remembered = isReturn ? Number(readForTab(keyOf(key)) ?? 0) : 0;
    if (remembered > 0) return returnTo(remembered);
    if (isLoad) return;
    window.scrollTo({ top: 0, behavior: 'instant' });
    return focusHeading();
  }, [key, pathname, search, type]);

  return null;
}

/** Whether the document itself was reloaded or gone back to; an address that was typed or followed opens at its top. */
function isReloadOrReturn(): boolean {
  const [load] = performance.getEntriesByType?.('navigation') ?? [];
  return load !== undefined && 'type' in load && (load.type === 'reload' || load.type === 'back_forward');
}

/** Scrolls as soon as the page is long enough, unless the visitor scrolls first. */
function returnTo(top: number): () => void {
  const ends = new AbortController();
  const observer = new ResizeObserver(() => {
    if (document.documentElement.scrollHeight - window.innerHeight < top) return;
    window.scrollTo({ top, behavior: 'instant' });
    stop();
  });
  const timer = setTimeout(() => stop(), PATIENCE_MS);
  function stop() {
    observer.disconnect();
    clearTimeout(timer);
    ends.abort();
  }
  for (const event of ['wheel', 'touchmove', 'keydown']) window.addEventListener(event, stop, { signal: ends.signal, passive: true });
  observer.observe(document.body);
  return stop;
}

/** Focuses the page's heading, which may come a moment later with its data. */
function focusHeading(): () => void {
  let tries = 0;
  const timer = setInterval(() => {
    const heading = document.querySelector<HTMLElement>('main h1[tabindex="-1"]');
    heading?.focus({ preventScroll: true });
    if (heading || ++tries > 40) clearInterval(timer);
  }, 50);
  return () => clearInterval(timer);
}
