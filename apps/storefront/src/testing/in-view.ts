/** An IntersectionObserver to which everything is in view as soon as it is observed. */
export class InView {
  readonly #notify: IntersectionObserverCallback;
  constructor(notify: IntersectionObserverCallback) {
    this.#notify = notify;
  }
  observe(target: Element) {
    this.#notify(
      [{ isIntersecting: true, intersectionRatio: 1, target, boundingClientRect: { top: 0 } } as IntersectionObserverEntry],
      this as unknown as IntersectionObserver,
    );
  }
  unobserve() {}
  disconnect() {}
}
