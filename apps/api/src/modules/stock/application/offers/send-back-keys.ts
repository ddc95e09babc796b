import { Injectable } from '@nestjs/common';
import { Catalogue } from '../../../catalog/index.ts';
import { type KeyRecord, KeyRecords } from '../key-records.ts';
import { StockChanges } from '../stock-changes.ts';

export interface HeldKeys {
  /** In quarantine now, or burnt without having been sold. */
  readonly unsold: number;
  /** With a buyer. */
  readonly delivered: number;
  /** Burnt after they were sold. */
  readonly replaced: number;
  /** Held by orders that are not paid or wait: they cannot go back. */
  readonly reserved: number;
}

/** Keys of one product that go back to their supplier. Each method runs inside the caller's transaction. */
@Injectable()
export class SendBackKeys {
  constructor(
    private readonly records: KeyRecords,
    private readonly changes: StockChanges,
    private readonly catalogue: Catalogue,
  ) {}

  /** Takes those on sale off it, into quarantine, and counts all by where they are. */
  async hold(productId: string, keyIds: readonly string[]): Promise<HeldKeys> {
    await this.catalogue.lockListings([productId]);
    const held = { unsold: 0, delivered: 0, replaced: 0, reserved: 0 };
    for (const id of keyIds) {
      await this.records.takeOffSale(id);
      const record = await this.records.ofId(id);
      if (record) held[placeOf(record)] += 1;
    }
    await this.changes.applyTo([productId]);
    return held;
  }

  /** For good, those of buyers included. */
  async burn(productId: string, keyIds: readonly string[]): Promise<void> {
    await this.catalogue.lockListings([productId]);
    await this.records.burnReturned(keyIds);
    await this.changes.applyTo([productId]);
  }
}

function placeOf({ state, orderId }: KeyRecord): keyof HeldKeys {
  if (state === 'sold') return 'delivered';
  if (state === 'reserved') return 'reserved';
  return state === 'burnt' && orderId !== null ? 'replaced' : 'unsold';
}
