/** What was asked for within the last `oldestMs`, the `most` latest asked; who asks while it is being fetched waits for the same. */
export class KeptForAWhile<T> {
  private readonly kept = new Map<string, { readonly value: Promise<T>; readonly askedAtMs: number }>();

  constructor(
    private readonly most: number,
    private readonly oldestMs: number,
  ) {}

  has(key: string): boolean {
    const known = this.kept.get(key);
    return known !== undefined && performance.now() - known.askedAtMs < this.oldestMs;
  }

  /** `key` names the question in full. A failure is told to all who wait, and not kept. */
  get(key: string, ask: () => Promise<T>): Promise<T> {
    const known = this.has(key) ? this.kept.get(key) : undefined;
    const entry = known ?? { value: ask(), askedAtMs: performance.now() };
    if (known === undefined) entry.value.catch(() => this.kept.get(key) === entry && this.kept.delete(key));
    // Taken out and put back, what was asked for last stands last: the first is the one to go.
    this.kept.delete(key);
    this.kept.set(key, entry);
    const [oldest] = this.kept.keys();
    if (this.kept.size > this.most && oldest !== undefined) this.kept.delete(oldest);
    return entry.value;
  }

  clear(): void {
    this.kept.clear();
  }
}
