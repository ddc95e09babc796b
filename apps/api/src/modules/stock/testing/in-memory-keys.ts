import type { Clock } from '../../../shared/ports.ts';
import type { Storage } from '../../../testing/storage/storage.ts';
import type { NewKey } from '../application/ports.ts';

export interface KeyRow extends NewKey {
  readonly id: string;
  readonly state: 'available' | 'reserved' | 'sold' | 'burnt';
  readonly orderId: string | null;
  readonly until: number;
  readonly place: { readonly line: number; readonly slot: number } | null;
}

export const FREE = { state: 'available', orderId: null, until: 0, place: null } as const;
export const FOR_EVER = Number.POSITIVE_INFINITY;

/** The rows of keys and of orders that wait for some, with the locks of the SQL adapters: listings that somebody waits for, then keys by age. */
export class InMemoryKeys {
  readonly rows: Map<string, KeyRow>;
  readonly waits: Map<string, { readonly pieces: ReadonlyMap<string, number> }>;

  constructor(
    private readonly clock: Clock,
    readonly storage: Storage,
  ) {
    this.rows = storage.table();
    this.waits = storage.table();
  }

  all(): KeyRow[] {
    return [...this.rows.values()];
  }

  change(row: KeyRow, change: Partial<KeyRow>): void {
    this.rows.set(row.id, { ...row, ...change });
  }

  hasLapsed(row: KeyRow | undefined): boolean {
    return row?.state === 'reserved' && row.until <= this.clock.now().getTime();
  }

  isFree(row: KeyRow): boolean {
    return row.state === 'available' || this.hasLapsed(row);
  }

  held(orderId: string, productId: string): number {
    return this.reserved(orderId).filter((row) => row.productId === productId).length;
  }

  reserved(orderId: string): KeyRow[] {
    return this.all().filter((row) => row.state === 'reserved' && row.orderId === orderId);
  }

  async lockReserved(orderId: string): Promise<KeyRow[]> {
    return this.lockThose((row) => row.state === 'reserved' && row.orderId === orderId);
  }

  /** Locks those that nobody else has locked. */
  unlockedReserved(orderId: string): KeyRow[] {
    return this.reserved(orderId).filter(({ id }) => this.storage.tryLock(id));
  }

  /** Waits for each of these, and returns those that are still meant then. */
  async lockThose(isMeant: (row: KeyRow) => boolean): Promise<KeyRow[]> {
    const rows: KeyRow[] = [];
    for (const { id } of this.all().filter(isMeant)) {
      await this.storage.lock(id);
      const row = this.rows.get(id);
      if (row && isMeant(row)) rows.push(row);
    }
    return rows;
  }

  async lockListings(productIds: readonly string[]): Promise<void> {
    for (const id of [...new Set(productIds)].toSorted()) await this.storage.lock(`listing ${id}`);
  }

  async lockWaitedFor(productIds: readonly string[]): Promise<void> {
    const waitedFor = new Set([...this.waits.values()].flatMap(({ pieces }) => [...pieces.keys()]));
    await this.lockListings(productIds.filter((id) => waitedFor.has(id)));
  }

  /** Gives free keys to those who wait, or to one of them, of products whose listing this transaction has locked. */
  fillWaits(only?: string): void {
    for (const [orderId, { pieces }] of this.waits) {
      if (only !== undefined && orderId !== only) continue;
      for (const [productId, quantity] of pieces) {
        if (!this.storage.holds(`listing ${productId}`)) continue;
        for (const row of this.unlockedFree(productId, quantity - this.held(orderId, productId)))
          this.change(row, { state: 'reserved', orderId, until: FOR_EVER });
      }
    }
  }

  /** Frees what has lapsed, but for this order's, and gives free keys to those who wait. Returns how many lapsed. */
  async serveWaiting(productIds: readonly string[], ownOrder = ''): Promise<number> {
    await this.lockWaitedFor(productIds);
    let count = 0;
    for (const { id, productId, orderId } of this.all()) {
      const isMeant = productIds.includes(productId) && orderId !== ownOrder && this.hasLapsed(this.rows.get(id));
      if (!isMeant || !this.storage.tryLock(id)) continue;
      const row = this.rows.get(id);
      if (!row || !this.hasLapsed(row)) continue;
      this.change(row, FREE);
      count += 1;
    }
    this.fillWaits();
    return count;
  }

  /** Locks free keys, the oldest first. Where too few are unlocked, it gives them back and waits for each; `short` has what is free then. */
  async claim(pieces: ReadonlyMap<string, number>): Promise<{ claimed: KeyRow[]; short: Map<string, number> }> {
    const atOnce = [...pieces].flatMap(([productId, quantity]) => this.unlockedFree(productId, quantity));
    if ([...pieces].every(([productId, quantity]) => atOnce.filter((row) => row.productId === productId).length === quantity))
      return { claimed: atOnce, short: new Map() };
    this.storage.unlock(atOnce.map(({ id }) => id));
    const claimed: KeyRow[] = [];
    const short = new Map<string, number>();
    for (const [productId, quantity] of pieces) {
      const own = await this.waitForFree(productId, quantity);
      claimed.push(...own);
      if (own.length < quantity) short.set(productId, own.length);
    }
    return { claimed, short };
  }

  private async waitForFree(productId: string, quantity: number): Promise<KeyRow[]> {
    const found: KeyRow[] = [];
    for (const { id } of this.all().filter((row) => row.productId === productId && row.state === 'available')) {
      if (found.length === quantity) break;
      if (!(await this.storage.lockForAWhile(id))) continue;
      const row = this.rows.get(id);
      if (row?.state === 'available') found.push(row);
      else this.storage.unlock([id]);
    }
    return found;
  }

  private unlockedFree(productId: string, quantity: number): KeyRow[] {
    const found: KeyRow[] = [];
    for (const { id } of this.all().filter((row) => row.productId === productId && row.state === 'available')) {
      if (found.length >= quantity) break;
      if (!this.storage.tryLock(id)) continue;
      const row = this.rows.get(id);
      if (row?.state === 'available') found.push(row);
    }
    return found;
  }
}
