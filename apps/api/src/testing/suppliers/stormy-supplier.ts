import { InMemorySupplier } from '../../modules/suppliers/testing/in-memory-supplier.ts';
import { withdrawKeys } from '../../modules/suppliers/testing/withdraw-keys.ts';
import type { Hint } from '../../modules/suppliers/application/messages.ts';
import type {
  OfferPage,
  OrderRequest,
  References,
  Returns,
  SupplierKey,
  SupplierName,
  SupplierOrder,
  TakenKey,
} from '../../modules/suppliers/application/ports.ts';
import { SupplierAway, SupplierPausing, SupplierRefused } from '../../modules/suppliers/domain/supplier-errors.ts';
import type { KeySecret } from '../../modules/stock/index.ts';

/** What goes wrong with one call, and how often in a hundred. */
const TROUBLES = [
  ['429', 3],
  ['pausing', 2],
  ['refused', 4],
  ['surcharge', 3],
  ['lost before', 4],
  ['lost after', 4],
  ['late', 6],
  ['very late', 5],
  ['broken answer', 3],
] as const;

type Trouble = (typeof TROUBLES)[number][0] | null;
const PAUSE_MS = 20_000;
/** An order that is very late takes effect after so many rounds at most: minutes or hours after its purchase became unclear. */
const LATEST_ROUND = 12;
/** What a price rises by between the offer and the order. */
const SURCHARGE = 1.15;
/** Of so many of the latest orders. */
const LATEST_ORDERS = 20;
/** How often in a round it refunds an order of which all keys came. */
const REFUNDS = 0.25;
/** How often in a round it takes one key of a complete order back. */
const WITHDRAWALS = 0.5;

/** A supplier in memory with weather: answers that are lost or broken, refusals, keys that are late, pictures, repeated or never come. */
export class StormySupplier extends InMemorySupplier {
  isCalm = false;
  /** What its webhooks are about that nobody has sent yet. */
  hinted: Hint[] = [];
  /** References of orders that took effect very late: their buyers may have their money back. */
  readonly cameVeryLate = new Set<string>();
  /** Instead of now and then. */
  isOftenVeryLate = false;
  refunds = 0;
  withdrawals = 0;
  private readonly veryLate: { readonly request: OrderRequest; rounds: number }[] = [];
  /** References of orders that were late: a second one may find no pieces. */
  private readonly late = new Set<string>();
  /** Orders whose keys are not all there. */
  private readonly open = new Set<string>();

  constructor(
    name: SupplierName,
    override readonly references: References,
    override readonly returns: Returns,
    private readonly next: () => number,
  ) {
    super(name);
  }

  override async order(request: OrderRequest): Promise<SupplierOrder> {
    const trouble = this.weather();
    if (trouble === 'surcharge') this.setPrice(request.offerId, (priceMinor) => Math.ceil(priceMinor * SURCHARGE));
    refuse(trouble);
    if (this.late.has(request.reference) && this.next() < 0.8) throw new SupplierRefused('It is sold out.');
    if (trouble === 'late' || trouble === 'very late') {
      // Where a reference is unique, the supplier knows of the order as soon as it is asked.
      if (trouble === 'late' || this.references === 'unique') this.underWay.push(request);
      else this.veryLate.push({ request, rounds: 2 + Math.floor(this.next() * (LATEST_ROUND - 1)) });
      this.late.add(request.reference);
      throw new SupplierAway('It did not answer.', { mayBeDone: true });
    }
    this.keysAtOnce = this.isCalm || this.next() < 0.6 ? Infinity : Math.floor(this.next() * request.quantity);
    const order = await super.order(request);
    if (this.keysAtOnce < request.quantity) this.open.add(order.orderId);
    if (trouble !== null) throw new SupplierAway('Its answer cannot be read.', { mayBeDone: true });
    return order;
  }

  override async takeBack(orderId: string): Promise<void> {
    const trouble = this.weather();
    refuse(trouble);
    await super.takeBack(orderId);
    if (trouble !== null) throw new SupplierAway('Its answer cannot be read.', { mayBeDone: true });
  }

  /** Its support takes the keys of an order back. */
  takeBackByHand(orderId: string): void {
    const made = this.ordered.find(({ order }) => order.orderId === orderId);
    if (!made) throw new Error(`There is no order ${orderId}.`);
    made.isBack = true;
    this.end(orderId);
  }

  /** Often it shows them later only. */
  override async takenBack(orderId: string): Promise<TakenKey[]> {
    this.stumble();
    this.showsReturns = this.isCalm || this.next() < 0.7;
    return super.takenBack(orderId);
  }

  /** What is under way may take effect right after the question. */
  override async find(reference: string): Promise<SupplierOrder | null> {
    this.stumble();
    const found = await super.find(reference);
    if (this.next() < 0.5) this.arrive();
    return found;
  }

  override async product(supplierProductId: string): Promise<OfferPage> {
    this.stumble();
    return super.product(supplierProductId);
  }

  /** Some keys are pictures. */
  override deliver(orderId: string, pieces: number, secret?: KeySecret | null): void {
    this.delivers = this.next() < 0.2 ? 'pictures' : 'texts';
    super.deliver(orderId, pieces, secret);
    this.hinted.push({ kind: 'order', supplierOrderId: orderId });
  }

  override end(orderId: string): void {
    super.end(orderId);
    this.hinted.push({ kind: 'order', supplierOrderId: orderId });
  }

  override arrive(): void {
    this.keysAtOnce = Infinity;
    super.arrive();
  }

  isAtWork(): boolean {
    return this.underWay.length > 0;
  }

  override async orderOf(orderId: string): Promise<SupplierOrder> {
    this.stumble();
    return super.orderOf(orderId);
  }

  /** In any order, and some of them twice. */
  override async keys(orderId: string): Promise<SupplierKey[]> {
    this.stumble();
    const keys = await super.keys(orderId);
    return this.next() < 0.3 ? [...keys.toReversed(), ...keys.slice(0, 1)] : keys;
  }

  /** What is under way takes effect; of each order that is open more keys come, or it is refunded. So is one that is complete now and then. */
  settle(): void {
    this.arrive();
    this.arriveVeryLate();
    if (this.next() < REFUNDS) this.refundOne();
    if (this.returns === 'call' && this.next() < WITHDRAWALS) this.withdrawOne();
    for (const orderId of this.open) {
      const chance = this.next();
      if (!this.isCalm && chance < 0.5) continue;
      if (chance < 0.15) this.end(orderId);
      else this.deliver(orderId, this.missing(orderId));
      this.open.delete(orderId);
    }
  }

  private arriveVeryLate(): void {
    for (const one of this.veryLate) one.rounds -= 1;
    const due = this.veryLate.filter(({ rounds }) => rounds === 0);
    this.veryLate.splice(0, Infinity, ...this.veryLate.filter(({ rounds }) => rounds > 0));
    for (const { request } of due) {
      // Its price is that of the day when it was sent.
      this.setPrice(request.offerId, (priceMinor) => Math.min(priceMinor, request.priceMinor));
      this.underWay.push(request);
      const made = this.ordered.length;
      this.arrive();
      if (this.ordered.length > made) this.cameVeryLate.add(request.reference);
    }
  }

  /** Whether its support finds an order by a reference of the shop, or one that is still under way. */
  mayHave(reference: string): boolean {
    const coming = [...this.underWay, ...this.veryLate.map(({ request }) => request)];
    return [...this.ordered.map(({ request }) => request), ...coming].some((request) => request.reference === reference);
  }

  private setPrice(offerId: string, of: (priceMinor: number) => number): void {
    this.offered = this.offered.map((one) => (one.offerId === offerId ? { ...one, priceMinor: of(one.priceMinor) } : one));
  }

  /** One that takes keys back by a call names those that it has. */
  private refundOne(): void {
    const complete = this.ordered.filter(({ order, isBack }) => order.state === 'complete' && !isBack);
    const one = complete[Math.floor(this.next() * complete.length)];
    if (!one) return;
    this.refund(one.order.orderId, this.returns === 'call' ? one.keys.map(({ id }) => id) : []);
    this.refunds += 1;
  }

  /** Pays one key of an order back that stays complete: the first of an order, or the next one. */
  private withdrawOne(): void {
    const kept = this.ordered.filter(({ order, isBack }) => order.state === 'complete' && !isBack).slice(-LATEST_ORDERS);
    const one = kept[Math.floor(this.next() * kept.length)];
    const place = one?.keys.findIndex(({ id }) => !one.taken?.some((key) => key.id === id)) ?? -1;
    if (!one || place < 0) return;
    withdrawKeys(this, one.order.orderId, [place]);
    this.hinted.push({ kind: 'order', supplierOrderId: one.order.orderId });
    this.withdrawals += 1;
  }

  missing(orderId: string): number {
    const made = this.ordered.find(({ order }) => order.orderId === orderId);
    return made ? made.request.quantity - made.keys.length : 0;
  }

  private weather(): Trouble {
    if (this.isCalm) return null;
    if (this.isOftenVeryLate && this.next() < 0.3) return 'very late';
    let drawn = this.next() * 100;
    for (const [trouble, percent] of TROUBLES) {
      if (drawn < percent) return trouble;
      drawn -= percent;
    }
    return null;
  }

  private stumble(): void {
    if (!this.isCalm && this.next() < 0.08) throw new SupplierAway('Its answer cannot be read.');
  }
}

/** Nothing is done. @throws what the supplier answers then */
function refuse(trouble: Trouble): void {
  if (trouble === '429') throw new SupplierAway('It answers 429.');
  if (trouble === 'pausing') throw new SupplierPausing(PAUSE_MS);
  if (trouble === 'surcharge') throw new SupplierRefused('It costs more by now.');
  if (trouble === 'refused') throw new SupplierRefused('It is sold out.');
  if (trouble === 'lost before') throw new SupplierAway('It did not answer.', { mayBeDone: true });
}
