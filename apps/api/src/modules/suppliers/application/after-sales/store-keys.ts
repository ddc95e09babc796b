import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../shared/ports.ts';
import { TakeReplacement } from '../../../orders/index.ts';
import { AddKeys, HoldReturns, KeyReturns, normalisedKey } from '../../../stock/index.ts';
import type { ReadableKey } from '../ports.ts';
import { KeyPurchases, type Purchase, type Replacement } from '../purchases.ts';
import { BoughtKeys } from './bought-keys.ts';

/** Stores keys that came from a supplier, each once, with where it is in stock. */
@Injectable()
export class StoreKeys {
  constructor(
    private readonly purchases: KeyPurchases,
    private readonly bought: BoughtKeys,
    private readonly addKeys: AddKeys,
    private readonly returns: KeyReturns,
    private readonly replacements: TakeReplacement,
    private readonly stock: HoldReturns,
    private readonly clock: Clock,
  ) {}

  /**
   * Into stock, for the order that they were bought for; a purchase that replaces a key gives its own to the buyer. In a transaction. Answers
   * what staff should be told.
   */
  async run(purchase: Purchase, keys: readonly ReadableKey[]): Promise<string[]> {
    const fresh = await this.purchases.noteKeys(purchase, keys, this.clock.now());
    const [first, ...others] = fresh;
    if (!first) return [];
    if (!purchase.replaces) return this.add(purchase, fresh);
    const resembling = await this.resembling([first]);
    const given = await this.replace(purchase, purchase.replaces, first);
    if (given === 'replaced') return [...ofSimilar(resembling.length), ...(await this.add(purchase, others))];
    const told = await this.add(purchase, fresh);
    return given === 'gone' ? [...told, 'The key that it was to replace is gone: the new one is in stock.'] : told;
  }

  /**
   * Keys that came before, and that their supplier has taken back, leave stock and orders that wait, before these are delivered. In a
   * transaction. Answers the supplier's ids of all keys that came.
   */
  async withdraw({ id: purchaseId }: Purchase, ids: readonly string[]): Promise<string[]> {
    const came = await this.bought.ofPurchase(purchaseId);
    const gone = came.flatMap(({ id, keyId, isKnown }) => (ids.includes(id) && !isKnown ? (keyId ?? []) : []));
    if (gone.length > 0) await this.stock.withdraw(purchaseId, gone);
    return came.map(({ id }) => id);
  }

  private async replace(
    { id: purchase, orderId, supplier: seller }: Purchase,
    { keyId, line, slot, askedBy: by }: Replacement,
    { id, secret }: ReadableKey,
  ): Promise<'replaced' | 'gone' | 'known'> {
    const given = await this.replacements.run(orderId, { keyId, line, slot }, secret, { by, seller, purchase });
    if (typeof given === 'string') return given;
    await this.bought.noteStock(seller, [{ id, keyId: given.keyId }]);
    return 'replaced';
  }

  private async add({ supplier, productId, orderId }: Purchase, fresh: readonly ReadableKey[]): Promise<string[]> {
    if (fresh.length === 0) return [];
    const given = fresh.map(({ secret }) => ({ productId, secret }));
    const resembling = await this.resembling(fresh);
    const known = await this.addKeys.run(given, supplier, { orderId });
    const inStock: { id: string; keyId: string }[] = [];
    for (const [index, { id, secret }] of fresh.entries()) {
      if (known.has(index)) await this.purchases.markKnown(supplier, id);
      // Of a known one, too: its supplier would take back the key that the shop has.
      const [found] = await this.returns.find(secret);
      if (found) inStock.push({ id, keyId: found.keyId });
    }
    await this.bought.noteStock(supplier, inStock);
    const similar = resembling.filter((index) => !known.has(index)).length;
    return [...(known.size > 0 ? [`${known.size} of its keys the shop had before.`] : []), ...ofSimilar(similar)];
  }

  /** Which keys are known, or are one of the others, however they are spelled. That is no proof: they are delivered, and staff are told. */
  private async resembling(fresh: readonly ReadableKey[]): Promise<number[]> {
    const found: number[] = [];
    const met = new Set<string>();
    for (const [index, { secret }] of fresh.entries()) {
      const text = normalisedKey(secret);
      if ((text !== null && met.has(text)) || (await this.returns.find(secret)).length > 0) found.push(index);
      if (text !== null) met.add(text);
    }
    return found;
  }
}

function ofSimilar(count: number): string[] {
  return count > 0 ? [`${count} of its keys are others that the shop has, but for case, dashes and spaces: it may sell them twice.`] : [];
}
