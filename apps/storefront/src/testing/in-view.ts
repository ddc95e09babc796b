/** An IntersectionObserver to which everything is in view as soon as it is observed. */
export class InView {
  readonly #tell: IntersectionObserverCallback;
  constructor(tell: IntersectionObserverCallback) {
    this.#tell = tell;
  }
  observe(target: Element) {
    this.#tell(
      [{ isIntersecting: true, intersectionRatio: 1, target, boundingClientRect: { top: 0 } } as IntersectionObserverEntry],
      this as unknown as IntersectionObserver,
    );
  }
  unobserve() {}
  disconnect() {}
}
