import { AsyncLocalStorage } from 'node:async_hooks';
import type { InContext } from '../../shared/batches.ts';

interface Counted {
  readonly hits: number;
  readonly endsInSeconds: number;
}

interface Waiting {
  readonly more: number;
  readonly resolve: (counted: Counted) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Hits of one bucket that come while others of it are written are written together after them. Each write locks the row of its bucket: in a
 * flood from one network every hit would wait for that lock with a connection, and other visitors would have none.
 */
export class HitsTogether {
  private readonly lines = new Map<string, Waiting[]>();
  private readonly outside: InContext = AsyncLocalStorage.snapshot();

  constructor(private readonly write: (bucket: string, more: number, windowMs: number) => Promise<Counted>) {}

  /** Each caller gets its own count, in the order of the calls. */
  add(bucket: string, more: number, windowMs: number): Promise<Counted> {
    return new Promise((resolve, reject) => {
      const line = this.lines.get(bucket) ?? [];
      line.push({ more, resolve, reject });
      if (this.lines.has(bucket)) return;
      this.lines.set(bucket, line);
      this.outside(() => void this.writeAll(bucket, line, windowMs));
    });
  }

  private async writeAll(bucket: string, line: Waiting[], windowMs: number): Promise<void> {
    while (line.length > 0) await this.writeOnce(bucket, line.splice(0), windowMs);
    this.lines.delete(bucket);
  }

  private async writeOnce(bucket: string, together: readonly Waiting[], windowMs: number): Promise<void> {
    const sum = together.reduce((all, { more }) => all + more, 0);
    try {
      const { hits, endsInSeconds } = await this.write(bucket, sum, windowMs);
      let counted = hits - sum;
      for (const { more, resolve } of together) resolve({ hits: (counted += more), endsInSeconds });
    } catch (error) {
      for (const { reject } of together) reject(error);
    }
  }
}
