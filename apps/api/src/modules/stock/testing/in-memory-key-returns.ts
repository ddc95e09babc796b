import { KeyReturns, type OrderPiece } from '../application/returns/key-returns.ts';
import { FREE, type InMemoryKeys, type KeyRow } from './in-memory-keys.ts';

/** Keys that go back with a refund; what the staff does with single keys is not in it. */
export class InMemoryKeyReturns extends KeyReturns {
  constructor(private readonly keys: InMemoryKeys) {
    super();
  }

  override async takeBack(orderId: string, pieces: readonly OrderPiece[], as: 'available' | 'burnt'): Promise<string[]> {
    const isMeant = ({ state, orderId: owner, place }: KeyRow) =>
      state === 'sold' && owner === orderId && pieces.some(({ line, slot }) => line === place?.line && slot === place.slot);
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

  override async replace(): Promise<'out of stock'> {
    return 'out of stock';
  }

  override async replaceBy(): Promise<'no such key'> {
    return 'no such key';
  }

  override async giveBack(): Promise<boolean> {
    return false;
  }
}
