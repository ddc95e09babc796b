import { Injectable } from '@nestjs/common';
import { Clock, Ids, Transaction } from '../../../../shared/ports.ts';
import { PricingRules } from '../../../catalog/index.ts';
import { Audit, type OpsRole, type StaffAct } from '../../../ops/index.ts';
import { KeyIsAnother, type ReplacedPiece, TakeReplacement } from '../../../orders/index.ts';
import { OrderKeys, StaffKeyLimits } from '../../../stock/index.ts';
import { inEuros } from '../../domain/margin.ts';
import { LossTooHigh, MarginNotKept, NoOtherOffer, RegionExcluded } from '../../domain/supplier-errors.ts';
import { Exclusions } from '../exclusions.ts';
import { SUPPLIER_NAMES, type SupplierName } from '../ports.ts';
import { KeyPurchases } from '../purchases.ts';
import { type FreeOffer, FreeOffers, SellableOffers } from '../sellable-offers.ts';
import { BoughtKeys } from './bought-keys.ts';

/** Where a key was bought. `offerId` null: before the shop noted offers. */
interface Seller {
  readonly supplier: SupplierName;
  readonly offerId: string | null;
}

interface Choice {
  /** The only supplier to buy from. */
  readonly supplier?: SupplierName;
  /** A supplier to leave out. Where neither is given: the one that sold the key. */
  readonly avoid?: SupplierName;
  /** What the key may cost though that does not keep the margin, in minor units of a euro. */
  readonly acceptCostMinor?: number;
  /** Whether it may be a key that the buyer's country excludes since the sale. */
  readonly acceptsRegion?: boolean;
}

/** Dearer ones only an owner buys: whoever sells at a marketplace could ask any price for the offer that is left. */
const MOST_TIMES_CHARGED = 2;

/** Plans the purchase of a key that replaces one of a delivered order, of another offer than the one that brought it. */
@Injectable()
export class BuyAgain {
  constructor(
    private readonly replacements: TakeReplacement,
    private readonly bought: BoughtKeys,
    private readonly orderKeys: OrderKeys,
    private readonly purchases: KeyPurchases,
    private readonly free: FreeOffers,
    private readonly sellable: SellableOffers,
    private readonly pricing: PricingRules,
    private readonly exclusions: Exclusions,
    private readonly limits: StaffKeyLimits,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /**
   * A worker buys it; the former key is burnt when the new one is there. Answers the purchase's id. The same key is bought for once:
   * answers the earlier purchase while it is open, and where the key was replaced, so that a repeated call buys nothing. @param piece the
   * key that does not work, and its place. @throws OrderNotFound, NoKeysToSend, BuyerRemoved, NoSuchKeyInOrder, KeyIsAnother, RegionExcluded,
   * NoOtherOffer, MarginNotKept, LossTooHigh, TooManyKeysGiven
   */
  async run(orderId: string, piece: ReplacedPiece, choice: Choice, act: StaffAct): Promise<string> {
    await this.limits.give(act.by);
    return this.transaction.run(async () => {
      const { keyId: present, line, currency } = await this.replacements.keyOf(orderId, piece);
      const { keyId } = piece;
      const earlier = await this.bought.replacementOf(orderId, keyId, { isThere: present === keyId });
      if (earlier !== null) return earlier;
      if (present !== keyId) throw new KeyIsAnother();
      const { productId } = line;
      const country = await this.exclusions.of({ orderId, productId });
      const acceptsRegion = country !== null;
      if (acceptsRegion && choice.acceptsRegion !== true) throw new RegionExcluded(line.name, country);
      await this.purchases.lock();
      await this.free.lock([productId]);
      const chargedMinor = inEuros(line.unitMinor, currency, (await this.pricing.current()).exchangeRates);
      const seller = await this.sellerOf(keyId);
      const { offer, acceptsLoss } = await this.choose({ productId, orderId, chargedMinor, seller }, choice, act.by.role);
      const { supplier, supplierProductId, offerId, priceMinor } = offer;
      const id = this.ids.next();
      const what = { orderId, productId, supplier, supplierProductId, offerId, priceMinor, chargedMinor, quantity: 1 };
      const replaces = { keyId, line: piece.line, slot: piece.slot, askedBy: act.by.name, acceptsLoss, acceptsRegion };
      await this.purchases.add({ id, ...what, replaces }, this.clock.now());
      await this.audit.record({
        ...act,
        action: 'suppliers.buy-again',
        subject: { type: 'order', id: orderId },
        before: { line: piece.line + 1, slot: piece.slot + 1, keyId, ...soldBy(seller) },
        after: { purchase: id, supplier, offerId, price: priceMinor / 100, acceptsLoss, acceptsRegion },
      });
      return id;
    });
  }

  /** The cheapest offer that keeps the margin, else the cheapest one that staff accept, and may. */
  private async choose(
    { productId, orderId, chargedMinor, seller }: { productId: string; orderId: string; chargedMinor: number; seller: Seller | null },
    { supplier, avoid, acceptCostMinor = 0 }: Choice,
    role: OpsRole,
  ): Promise<{ offer: FreeOffer; acceptsLoss: boolean }> {
    const leftOut = supplier === undefined && avoid === undefined ? seller?.supplier : avoid;
    const isMeant = (offer: FreeOffer) =>
      (supplier ?? offer.supplier) === offer.supplier &&
      offer.supplier !== leftOut &&
      !(offer.supplier === seller?.supplier && offer.offerId === seller.offerId);
    const all = await this.sellable.withMaxCost(productId, orderId, chargedMinor);
    const offers = all.filter(isMeant);
    const [cheapest] = offers;
    if (!cheapest) throw new NoOtherOffer(avoid === undefined && leftOut !== undefined ? leftOut : null);
    const kept = offers.find(({ priceMinor, mostMinor }) => priceMinor <= mostMinor);
    if (kept) return { offer: kept, acceptsLoss: false };
    if (cheapest.priceMinor > acceptCostMinor) throw new MarginNotKept({ ...cheapest, chargedMinor });
    if (cheapest.priceMinor > MOST_TIMES_CHARGED * chargedMinor && role !== 'owner') throw new LossTooHigh(MOST_TIMES_CHARGED);
    return { offer: cheapest, acceptsLoss: true };
  }

  private async sellerOf(keyId: string): Promise<Seller | null> {
    const seller = await this.bought.sellerOf(keyId);
    if (seller) return seller;
    const addedBy = await this.orderKeys.addedBy(keyId);
    const supplier = SUPPLIER_NAMES.find((name) => name === addedBy);
    return supplier === undefined ? null : { supplier, offerId: null };
  }
}

/** For the record; nothing for a key that no supplier sold. */
function soldBy(seller: Seller | null): { seller?: SupplierName; sellerOffer?: string } {
  return seller ? { seller: seller.supplier, sellerOffer: seller.offerId ?? 'unknown' } : {};
}
