/**
 * Does what has one name one after the other in this process; what has other names goes on beside it. For work that locks one row: each call
 * at a time would wait for the lock with a connection of its own, until others have none.
 */
export class Turns {
  private readonly last = new Map<string, Promise<unknown>>();

  /** Work that fails lets the next one begin. */
  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.last.get(name);
    const turn = before === undefined ? work() : before.then(work);
    const end = turn.then(
      () => undefined,
      () => undefined,
    );
    this.last.set(name, end);
    try {
      return await turn;
    } finally {
      if (this.last.get(name) === end) this.last.delete(name);
    }
  }
}
