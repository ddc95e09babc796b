import { afterEach, expect, jest } from '@jest/globals';

/** What jsdom does not know: modal dialogs, observers, media queries, scrolling, escapes. Tests of the server run without any of it. */
if (typeof window !== 'undefined') {
  // Room for more than one wait of a component's test.
  jest.setTimeout(60_000);
  // React and the library that looks at its pages take as long to load as the other tests take to run.
  if (expect.getState().testPath?.endsWith('.test.tsx')) await import('./component-setup.ts');
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
  Element.prototype.getAnimations = () => [];
  HTMLElement.prototype.hidePopover = () => undefined;
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };

  // Calls that fail, and leaving the document, which jsdom cannot, are the point of many a test: only a test that listens hears of them.
  const say = console.error;
  console.error = (...words: unknown[]) => {
    if (!/^(?:\w+ failed|Error: Not implemented: navigation)\b/.test(String(words[0]))) say(...words);
  };

  afterEach(() => {
    localStorage.clear();
    sessionStorage.clear();
    for (const pair of document.cookie.split('; ')) document.cookie = `${pair.split('=', 1)[0]}=; Path=/; Max-Age=0`;
  });
}
