import { MOST_PER_LINE } from '@keyturn/shop-rules';
import type { Clock } from '../../../shared/ports.ts';
import {
  type DeliveredKey,
  type Intake,
  KeyStock,
  type NewKey,
  type PaidLine,
  type PaidOrder,
  type Repeat,
  type Wanted,
} from '../application/ports.ts';
import { canonicalSecret, normalisedKey } from '../domain/key-secret.ts';

interface Row extends NewKey {
  state: 'available' | 'reserved' | 'sold';
  orderId: string | null;
  until: number;
  place: { line: number; slot: number } | null;
}

export class InMemoryKeyStock extends KeyStock {
  readonly rows: Row[] = [];
  private readonly waits = new Map<string, ReadonlyMap<string, number>>();

  constructor(private readonly clock: Clock) {
    super();
  }

  override async available(productIds: readonly string[], ownOrders: readonly string[] = []): Promise<ReadonlyMap<string, number>> {
    return new Map(productIds.map((id) => [id, Math.min(MOST_PER_LINE, this.free(id, ownOrders).length)]));
  }

  override async reserve(orderId: string, wanted: readonly Wanted[], until: Date): Promise<ReadonlyMap<string, number>> {
    await this.releaseLapsed();
    const free = await this.available(wanted.map(({ productId }) => productId));
    const short = new Map(
      wanted
        .filter(({ productId, quantity }) => (free.get(productId) ?? 0) < quantity)
        .map(({ productId }) => [productId, free.get(productId) ?? 0]),
    );
    if (short.size > 0) return short;
    for (const { productId, quantity } of wanted) {
      for (const row of this.free(productId).slice(0, quantity)) Object.assign(row, { state: 'reserved', orderId, until: until.getTime() });
    }
    return short;
  }

  override async prolong(orderId: string, until: Date): Promise<void> {
    for (const row of this.rows) if (row.state === 'reserved' && row.orderId === orderId) row.until = until.getTime();
  }

  override async wait(orderId: string, wanted: readonly Wanted[]): Promise<void> {
    const pieces = new Map<string, number>();
    for (const { productId, quantity } of wanted) pieces.set(productId, (pieces.get(productId) ?? 0) + quantity);
    this.waits.set(orderId, pieces);
    for (const row of this.rows) if (row.state === 'reserved' && row.orderId === orderId) row.until = Number.POSITIVE_INFINITY;
    this.fillWaits();
  }

  override async filledWaits(): Promise<string[]> {
    return [...this.waits].flatMap(([orderId, pieces]) =>
      [...pieces].every(([productId, quantity]) => this.held(orderId, productId) >= quantity) ? [orderId] : [],
    );
  }

  override async release(orderId: string): Promise<void> {
    this.waits.delete(orderId);
    this.giveBack((row) => row.orderId === orderId);
  }

  override async releaseLapsed(): Promise<number> {
    return this.giveBack((row) => row.until <= this.clock.now().getTime());
  }

  override async allocate(orderId: string, lines: readonly PaidLine[]): Promise<boolean> {
    if (this.rows.some((row) => row.state === 'sold' && row.orderId === orderId)) return true;
    if (this.waits.size > 0) this.giveBack((row) => row.until <= this.clock.now().getTime() && row.orderId !== orderId);
    const wanted = Map.groupBy(lines, ({ productId }) => productId);
    for (const [productId, group] of wanted) {
      if (this.free(productId, [orderId]).length < group.reduce((sum, { quantity }) => sum + quantity, 0)) return false;
    }
    for (const { line, productId, quantity } of lines) {
      const own = this.free(productId, [orderId]).sort((a, b) => Number(b.orderId === orderId) - Number(a.orderId === orderId));
      own.slice(0, quantity).forEach((row, slot) => Object.assign(row, { state: 'sold', orderId, place: { line, slot } }));
    }
    this.waits.delete(orderId);
    return true;
  }

  override async allocateReserved(orders: readonly PaidOrder[]): Promise<ReadonlySet<string>> {
    const sold = new Set<string>();
    for (const { orderId, lines } of orders) {
      const pieces = Map.groupBy(lines, ({ productId }) => productId);
      const isWhole = [...pieces].every(
        ([productId, group]) => this.held(orderId, productId) >= group.reduce((sum, { quantity }) => sum + quantity, 0),
      );
      if (isWhole && (await this.allocate(orderId, lines))) sold.add(orderId);
    }
    return sold;
  }

  override async reveal(orderId: string): Promise<DeliveredKey[]> {
    return this.rows
      .flatMap(({ state, orderId: owner, place, secret }) => (state === 'sold' && owner === orderId && place ? [{ ...place, secret }] : []))
      .sort((a, b) => a.line - b.line || a.slot - b.slot);
  }

  override async add(keys: readonly NewKey[], { refusesSimilar = false }: Partial<Intake> = {}): Promise<ReadonlyMap<number, Repeat>> {
    const known = new Set(this.rows.map(({ secret }) => canonicalSecret(secret)));
    const similar = new Set(refusesSimilar ? this.rows.map(({ secret }) => normalisedKey(secret)).filter((key) => key !== null) : []);
    const repeats = new Map<number, Repeat>();
    keys.forEach((key, index) => {
      const text = canonicalSecret(key.secret);
      if (known.has(text)) repeats.set(index, 'same');
      else if (similar.has(normalisedKey(key.secret) ?? '')) repeats.set(index, 'similar');
      else this.rows.push({ ...key, state: 'available', orderId: null, until: 0, place: null });
      known.add(text);
    });
    this.fillWaits();
    return repeats;
  }

  private held(orderId: string, productId: string): number {
    return this.rows.filter((row) => row.state === 'reserved' && row.orderId === orderId && row.productId === productId).length;
  }

  private fillWaits(): void {
    for (const [orderId, pieces] of this.waits)
      for (const [productId, quantity] of pieces) {
        const free = this.rows.filter((row) => row.productId === productId && row.state === 'available');
        for (const row of free.slice(0, quantity - this.held(orderId, productId)))
          Object.assign(row, { state: 'reserved', orderId, until: Number.POSITIVE_INFINITY });
      }
  }

  private free(productId: string, ownOrders: readonly string[] = []): Row[] {
    const now = this.clock.now().getTime();
    return this.rows.filter(
      (row) =>
        row.productId === productId &&
        (row.state === 'available' || (row.state === 'reserved' && (row.until <= now || ownOrders.includes(row.orderId ?? '')))),
    );
  }

  private giveBack(isMeant: (row: Row) => boolean): number {
    const rows = this.rows.filter((row) => row.state === 'reserved' && isMeant(row));
    for (const row of rows) Object.assign(row, { state: 'available', orderId: null, until: 0 });
    this.fillWaits();
    return rows.length;
  }
}
