import { Injectable } from '@nestjs/common';
import { Clock, Ids, Transaction } from '../../../../shared/ports.ts';
import { PricingRules } from '../../../catalog/index.ts';
import { Audit, type StaffAct } from '../../../ops/index.ts';
import { type Piece, TakeReplacement } from '../../../orders/index.ts';
import { inEuros } from '../../domain/margin.ts';
import { MarginNotKept, NoOtherOffer } from '../../domain/supplier-errors.ts';
import type { SupplierName } from '../ports.ts';
import { KeyPurchases } from '../purchases.ts';
import { type FreeOffer, FreeOffers, SellableOffers } from '../sellable-offers.ts';
import { BoughtKeys } from './bought-keys.ts';

interface Choice {
  /** The only supplier to buy from. */
  readonly supplier?: SupplierName;
  /** A supplier to leave out. Where neither is given: the one that sold the key. */
  readonly avoid?: SupplierName;
  /** What the key may cost though that does not keep the margin, in minor units of a euro. */
  readonly acceptCostMinor?: number;
}

/** Plans the purchase of a key that replaces one of a delivered order, of another offer than the one that brought it. */
@Injectable()
export class BuyAgain {
  constructor(
    private readonly replacements: TakeReplacement,
    private readonly bought: BoughtKeys,
    private readonly purchases: KeyPurchases,
    private readonly free: FreeOffers,
    private readonly sellable: SellableOffers,
    private readonly pricing: PricingRules,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /**
   * A worker buys it; the former key is burnt when the new one is there. Answers the purchase's id: the open one, if another one of this key
   * is. @throws OrderNotFound, NoKeysToSend, NoSuchKeyInOrder, NoOtherOffer, MarginNotKept
   */
  run(orderId: string, piece: Piece, choice: Choice, act: StaffAct): Promise<string> {
    return this.transaction.run(async () => {
      const { keyId, line, currency } = await this.replacements.keyOf(orderId, piece);
      const open = await this.bought.replacementOf(orderId, keyId);
      if (open !== null) return open;
      const { productId } = line;
      await this.purchases.lock();
      await this.free.lock([productId]);
      const chargedMinor = inEuros(line.unitMinor, currency, (await this.pricing.current()).exchangeRates);
      const { offer, acceptsLoss } = await this.choose({ productId, orderId, chargedMinor, keyId }, choice);
      const { supplier, supplierProductId, offerId, priceMinor } = offer;
      const id = this.ids.next();
      const what = { orderId, productId, supplier, supplierProductId, offerId, priceMinor, chargedMinor, quantity: 1 };
      const replaces = { keyId, line: piece.line, slot: piece.slot, askedBy: act.by.name, acceptsLoss };
      await this.purchases.add({ id, ...what, replaces }, this.clock.now());
      await this.audit.record({
        ...act,
        action: 'suppliers.buy-again',
        subject: { type: 'order', id: orderId },
        before: { line: piece.line + 1, slot: piece.slot + 1, keyId },
        after: { purchase: id, supplier, offerId, price: priceMinor / 100, acceptsLoss },
      });
      return id;
    });
  }

  /** The cheapest offer that keeps the margin, else the cheapest one that staff accept. */
  private async choose(
    { productId, orderId, chargedMinor, keyId }: { productId: string; orderId: string; chargedMinor: number; keyId: string },
    { supplier, avoid, acceptCostMinor = 0 }: Choice,
  ): Promise<{ offer: FreeOffer; acceptsLoss: boolean }> {
    const seller = await this.bought.sellerOf(keyId);
    const leftOut = supplier === undefined && avoid === undefined ? seller?.supplier : avoid;
    const isMeant = (offer: FreeOffer) =>
      (supplier ?? offer.supplier) === offer.supplier &&
      offer.supplier !== leftOut &&
      !(offer.supplier === seller?.supplier && offer.offerId === seller.offerId);
    const all = await this.sellable.withMost(productId, orderId, chargedMinor);
    const offers = all.filter(isMeant);
    const [cheapest] = offers;
    if (!cheapest) throw new NoOtherOffer(avoid === undefined && leftOut !== undefined ? leftOut : null);
    const kept = offers.find(({ priceMinor, mostMinor }) => priceMinor <= mostMinor);
    if (kept) return { offer: kept, acceptsLoss: false };
    if (cheapest.priceMinor > acceptCostMinor) throw new MarginNotKept({ ...cheapest, chargedMinor });
    return { offer: cheapest, acceptsLoss: true };
  }
}
