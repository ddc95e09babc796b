import { Throttle } from '../../../shared/ports.ts';

/** Windows never end; a full bucket returns `waits` seconds. */
export class CountingThrottle extends Throttle {
  readonly hits = new Map<string, number>();
  waits = 60;

  override async hit(bucket: string, most: number): Promise<number | null> {
    return (await this.add(bucket, 1)).hits > most ? this.waits : null;
  }

  override async add(bucket: string, more: number): Promise<{ hits: number; endsInSeconds: number }> {
    const hits = (this.hits.get(bucket) ?? 0) + more;
    this.hits.set(bucket, hits);
    return { hits, endsInSeconds: this.waits };
  }

  override async counted(bucket: string): Promise<{ hits: number; endsInSeconds: number }> {
    const hits = this.hits.get(bucket) ?? 0;
    return { hits, endsInSeconds: hits === 0 ? 0 : this.waits };
  }

  override async giveBack(bucket: string): Promise<void> {
    this.hits.set(bucket, Math.max(0, (this.hits.get(bucket) ?? 0) - 1));
  }

  override async forget(bucket: string): Promise<void> {
    this.hits.delete(bucket);
  }
}
