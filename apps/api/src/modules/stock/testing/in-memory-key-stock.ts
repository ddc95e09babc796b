import { MOST_PER_LINE } from '@keyturn/shop-rules';
import type { Clock } from '../../../shared/ports.ts';
import { PlainStorage, type Storage } from '../../../testing/storage/storage.ts';
import { stillShort } from '../application/offers/still-short.ts';
import {
  type Intake,
  KeyStock,
  MOST_REVEALED_BYTES,
  type NewKey,
  type PaidLine,
  type PaidOrder,
  type Repeat,
  type RevealedKeys,
  type Wanted,
} from '../application/ports.ts';
import type { OrderPiece } from '../application/returns/key-returns.ts';
import { canonicalSecret, normalisedKey } from '../domain/key-secret.ts';
import { FOR_EVER, FREE, InMemoryKeys, type KeyRow } from './in-memory-keys.ts';

/** Locks what `SqlKeyStock` locks. */
export class InMemoryKeyStock extends KeyStock {
  readonly keys: InMemoryKeys;
  private readonly storage: Storage;

  constructor(clock: Clock, storage: Storage = new PlainStorage()) {
    super();
    this.keys = new InMemoryKeys(clock, storage);
    this.storage = storage;
  }

  override async available(productIds: readonly string[], ownOrders: readonly string[] = []): Promise<ReadonlyMap<string, number>> {
    const isOwn = ({ state, orderId }: KeyRow) => state === 'reserved' && ownOrders.includes(orderId ?? '');
    const free = (id: string) => this.keys.all().filter((row) => row.productId === id && (this.keys.isFree(row) || isOwn(row))).length;
    return new Map(productIds.map((id) => [id, Math.min(MOST_PER_LINE, free(id))]));
  }

  override async reserve(...[orderId, wanted, until, elsewhere]: Parameters<KeyStock['reserve']>): Promise<ReadonlyMap<string, number>> {
    const pieces = piecesOf(wanted);
    await this.keys.serveWaiting([...pieces.keys()], orderId);
    const { claimed, short } = await this.keys.claim(pieces);
    const lacking = await stillShort(short, pieces, elsewhere);
    if (lacking.size > 0) this.storage.unlock(claimed.map(({ id }) => id));
    else for (const row of claimed) this.keys.change(row, { state: 'reserved', orderId, until: until.getTime() });
    return lacking;
  }

  override async prolong(orderId: string, until: Date): Promise<void> {
    for (const row of await this.keys.lockReserved(orderId)) this.keys.change(row, { until: until.getTime() });
  }

  override async wait(orderId: string, wanted: readonly Wanted[]): Promise<void> {
    const pieces = piecesOf(wanted);
    await this.keys.lockListings([...pieces.keys()]);
    await this.storage.lock(`wait ${orderId}`);
    this.keys.waits.set(orderId, { pieces });
    for (const row of await this.keys.lockReserved(orderId)) this.keys.change(row, { until: FOR_EVER });
    this.keys.fillWaits();
  }

  override async filledWaits(): Promise<string[]> {
    return [...this.keys.waits].flatMap(([orderId, { pieces }]) =>
      [...pieces].every(([productId, quantity]) => this.keys.held(orderId, productId) >= quantity) ? [orderId] : [],
    );
  }

  override async release(orderId: string): Promise<void> {
    const reserved = this.keys.reserved(orderId);
    await this.keys.lockWaitedFor([...reserved.map(({ productId }) => productId), ...(this.keys.waits.get(orderId)?.pieces.keys() ?? [])]);
    await this.endWait(orderId);
    for (const row of await this.keys.lockReserved(orderId)) this.keys.change(row, FREE);
    this.keys.fillWaits();
  }

  override async releaseLapsed(): Promise<number> {
    const lapsed = this.keys.all().filter((row) => this.keys.hasLapsed(row));
    // Keys that came back while somebody began to wait: in a shop they go to the wait when stock changes are added up.
    const waitedFor = [...this.keys.waits.values()].flatMap(({ pieces }) => [...pieces.keys()]);
    return this.keys.serveWaiting([...new Set([...lapsed.map(({ productId }) => productId), ...waitedFor])]);
  }

  override async allocate(orderId: string, lines: readonly PaidLine[]): Promise<boolean> {
    if (this.keys.all().some((row) => row.state === 'sold' && row.orderId === orderId)) return true;
    const pieces = piecesOf(lines);
    const missing = (own: readonly KeyRow[]) =>
      new Map(
        [...pieces]
          .map(([productId, quantity]) => [productId, quantity - own.filter((row) => row.productId === productId).length] as const)
          .filter(([, quantity]) => quantity > 0),
      );
    // A key that was another order's by the time it was locked is not among `own`, and given back with the others.
    const reserved = this.keys.reserved(orderId).map(({ id }) => id);
    let own = await this.keys.lockReserved(orderId);
    if (missing(own).size > 0) {
      this.storage.unlock(reserved);
      await this.keys.lockListings([...pieces.keys()]);
      await this.keys.serveWaiting([...pieces.keys()], orderId);
      own = this.keys.unlockedReserved(orderId);
    }
    const { claimed, short } = await this.keys.claim(missing(own));
    if (short.size > 0) {
      this.storage.unlock([...own, ...claimed].map(({ id }) => id));
      return false;
    }
    this.sell(orderId, lines, [...own, ...claimed]);
    await this.endWait(orderId);
    return true;
  }

  override async allocateReserved(orders: readonly PaidOrder[]): Promise<ReadonlySet<string>> {
    const sold = new Set<string>();
    for (const { orderId, lines } of orders) {
      const own = await this.keys.lockReserved(orderId);
      const isWhole = [...piecesOf(lines)].every(
        ([productId, quantity]) => own.filter((row) => row.productId === productId).length >= quantity,
      );
      if (!isWhole) continue;
      this.sell(orderId, lines, own);
      await this.endWait(orderId);
      sold.add(orderId);
    }
    return sold;
  }

  override async reveal(orderId: string, after?: OrderPiece): Promise<RevealedKeys> {
    const sold = this.keys
      .all()
      .flatMap(({ state, orderId: owner, place, secret }) => (state === 'sold' && owner === orderId && place ? [{ ...place, secret }] : []))
      .sort((a, b) => a.line - b.line || a.slot - b.slot)
      .filter(({ line, slot }) => !after || line > after.line || (line === after.line && slot > after.slot));
    let bytes = 0;
    const keys = sold.filter(({ secret }, index) => (bytes += JSON.stringify(secret).length) <= MOST_REVEALED_BYTES || index === 0);
    return { keys, hasMore: keys.length < sold.length };
  }

  override async add(
    keys: readonly NewKey[],
    { refusesSimilar = false, orderId }: Partial<Intake> = {},
  ): Promise<ReadonlyMap<number, Repeat>> {
    await this.keys.lockListings(keys.map(({ productId }) => productId));
    const known = new Set(this.keys.all().map(({ secret }) => canonicalSecret(secret)));
    const similar = new Set(
      refusesSimilar
        ? this.keys
            .all()
            .map(({ secret }) => normalisedKey(secret))
            .filter((key) => key !== null)
        : [],
    );
    const repeats = new Map<number, Repeat>();
    for (const [index, key] of keys.entries()) {
      const text = canonicalSecret(key.secret);
      if (known.has(text)) repeats.set(index, 'same');
      else if (similar.has(normalisedKey(key.secret) ?? '')) repeats.set(index, 'similar');
      else {
        await this.storage.lock(text);
        this.keys.rows.set(text, { ...key, id: text, ...FREE });
      }
      known.add(text);
    }
    if (orderId !== undefined) this.keys.fillWaits(orderId);
    this.keys.fillWaits();
    return repeats;
  }

  private sell(orderId: string, lines: readonly PaidLine[], rows: readonly KeyRow[]): void {
    const left = Map.groupBy(rows, ({ productId }) => productId);
    for (const { line, productId, quantity, slots = [...Array(quantity).keys()] } of lines)
      for (const slot of slots) {
        const row = left.get(productId)?.shift();
        if (row) this.keys.change(row, { state: 'sold', orderId, until: 0, place: { line, slot } });
      }
  }

  private async endWait(orderId: string): Promise<void> {
    if (!this.keys.waits.has(orderId)) return;
    await this.storage.lock(`wait ${orderId}`);
    this.keys.waits.delete(orderId);
  }
}

/** Pieces by product, in the order in which keys are locked. */
function piecesOf(wanted: readonly Wanted[]): Map<string, number> {
  const pieces = new Map<string, number>();
  for (const { productId, quantity } of wanted.toSorted((one, other) => one.productId.localeCompare(other.productId)))
    pieces.set(productId, (pieces.get(productId) ?? 0) + quantity);
  return pieces;
}
