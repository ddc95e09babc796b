/** Work that this process does for each key once at a time, and for several keys at the same time: a slow one holds up no other. */
export class OncePerKey<Key> {
  private readonly underWay = new Set<Key>();

  /** Does the work for each of these keys, except those for which it is under way. @throws its first failure, when all have ended */
  async run(keys: readonly Key[], work: (key: Key) => Promise<void>): Promise<void> {
    const ended = await Promise.allSettled(keys.filter((key) => !this.underWay.has(key)).map((key) => this.one(key, work)));
    for (const result of ended) if (result.status === 'rejected') throw result.reason;
  }

  private async one(key: Key, work: (key: Key) => Promise<void>): Promise<void> {
    this.underWay.add(key);
    try {
      await work(key);
    } finally {
      this.underWay.delete(key);
    }
  }
}
