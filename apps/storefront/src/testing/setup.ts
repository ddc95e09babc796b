import { afterEach, jest } from '@jest/globals';
import { cleanup, configure } from '@testing-library/react';

/** What jsdom does not know: modal dialogs, observers, media queries, scrolling, escapes. Tests of the server run without any of it. */
if (typeof window !== 'undefined') {
  // The first page of a file brings its part of the script along, which has to be compiled: that takes its time on a busy computer.
  configure({ asyncUtilTimeout: 15_000 });
  // Room for more than one such wait.
  jest.setTimeout(60_000);
  class NothingObserved {
    observe() {}
    unobserve() {}
    disconnect() {}
    takeRecords() {
      return [];
    }
  }
  Object.assign(globalThis, { IntersectionObserver: NothingObserved, ResizeObserver: NothingObserved, IS_REACT_ACT_ENVIRONMENT: true });
  window.matchMedia = (media) =>
    ({ media, matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }) as unknown as MediaQueryList;
  window.scrollTo = () => undefined;
  Object.assign(globalThis, { CSS: { escape: (text: string) => text.replace(/[^\w-]/g, '\\$&') } });
  Element.prototype.scrollIntoView = () => undefined;
  document.elementsFromPoint = () => [];
  HTMLElement.prototype.hidePopover = () => undefined;
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };

  // Calls that fail are the point of many a test: only a test that listens hears of them.
  const say = console.error;
  console.error = (...words: unknown[]) => {
    if (!/^\w+ failed: /.test(String(words[0]))) say(...words);
  };

  afterEach(() => {
    cleanup();
    localStorage.clear();
    sessionStorage.clear();
    for (const pair of document.cookie.split('; ')) document.cookie = `${pair.split('=', 1)[0]}=; Path=/; Max-Age=0`;
  });
}
