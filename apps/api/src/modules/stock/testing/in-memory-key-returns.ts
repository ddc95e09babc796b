import { KeyReturns, type OrderPiece } from '../application/returns/key-returns.ts';
import { FREE, type InMemoryKeys, type KeyRow } from './in-memory-keys.ts';

/** Keys that go back with a refund, or are replaced by another one; what comes from elsewhere, or is found by its secret, is not in it. */
export class InMemoryKeyReturns extends KeyReturns {
  constructor(private readonly keys: InMemoryKeys) {
    super();
  }

  override async takeBack(orderId: string, pieces: readonly OrderPiece[], as: 'available' | 'burnt'): Promise<string[]> {
    const isMeant = ({ state, orderId: owner, place }: KeyRow) => state === 'sold' && owner === orderId && pieces.some(isAt(place));
    await this.keys.lockListings(
      this.keys
        .all()
        .filter((row) => row.orderId === orderId)
        .map(({ productId }) => productId),
    );
    const rows = await this.keys.lockThose(isMeant);
    for (const row of rows) this.keys.change(row, as === 'burnt' ? { state: 'burnt' } : FREE);
    if (as === 'available') this.keys.fillWaits();
    return rows.map(({ id }) => id);
  }

  override async find(): Promise<[]> {
    return [];
  }

  override async replace(
    orderId: string,
    { line, slot, keyId }: OrderPiece & { keyId?: string },
  ): Promise<{ burntKeyId: string; keyId: string } | 'no such key' | 'another key' | 'out of stock'> {
    const old = this.keys
      .all()
      .find(({ state, orderId: owner, place }) => state === 'sold' && owner === orderId && isAt(place)({ line, slot }));
    if (!old) return 'no such key';
    if (keyId !== undefined && old.id !== keyId) return 'another key';
    await this.keys.lockListings([old.productId]);
    const { claimed } = await this.keys.claim(new Map([[old.productId, 1]]));
    const [fresh] = claimed;
    if (!fresh) return 'out of stock';
    this.keys.change(old, { state: 'burnt', place: null });
    this.keys.change(fresh, { state: 'sold', orderId, until: 0, place: { line, slot } });
    return { burntKeyId: old.id, keyId: fresh.id };
  }

  override async replaceBy(): Promise<'no such key'> {
    return 'no such key';
  }

  override async giveBack(
    orderId: string,
    pieces: readonly (OrderPiece & { readonly productId: string })[],
    keyIds: readonly string[],
  ): Promise<boolean> {
    await this.keys.lockListings(pieces.map(({ productId }) => productId));
    const isTheirs = ({ id, state, orderId: owner, place }: KeyRow) =>
      state === 'burnt' && owner === orderId && keyIds.includes(id) && pieces.some(isAt(place));
    for (const row of await this.keys.lockThose(isTheirs)) this.keys.change(row, { state: 'sold' });
    for (const { line, slot, productId } of pieces) {
      if (this.keys.all().some(({ orderId: owner, place }) => owner === orderId && isAt(place)({ line, slot }))) continue;
      const [fresh] = (await this.keys.claim(new Map([[productId, 1]]))).claimed;
      if (!fresh) return false;
      this.keys.change(fresh, { state: 'sold', orderId, until: 0, place: { line, slot } });
    }
    return true;
  }
}

function isAt(place: KeyRow['place']) {
  return ({ line, slot }: OrderPiece) => place?.line === line && place.slot === slot;
}
