import { afterEach } from '@jest/globals';
import { cleanup } from '@testing-library/react';

/** What jsdom does not know: modal dialogs, observers, media queries, scrolling. Tests of the server run without any of it. */
if (typeof window !== 'undefined') {
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
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };

  afterEach(() => {
    cleanup();
    localStorage.clear();
    sessionStorage.clear();
    for (const pair of document.cookie.split('; ')) document.cookie = `${pair.split('=', 1)[0]}=; Path=/; Max-Age=0`;
  });
}
