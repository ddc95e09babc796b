import type { KeySecret } from '../../stock/index.ts';
import type { Hint, SupplierMessage } from '../application/messages.ts';
import {
  type BreakerState,
  type ChangesPage,
  type EuroOffer,
  type OfferPage,
  type OrderRequest,
  type References,
  type Returns,
  Supplier,
  type SupplierKey,
  type SupplierName,
  type SupplierOrder,
  type TakenKey,
} from '../application/ports.ts';
import { feedLines, inEuros, pictureOf } from './fake-content.ts';
import { SupplierAway, SupplierFailed, SupplierPausing, SupplierRefused } from '../domain/supplier-errors.ts';

const PAGE = 2;

interface Ordered {
  readonly request: OrderRequest;
  order: SupplierOrder;
  keys: SupplierKey[];
  isBack: boolean;
  /** Of one that is not back as a whole. */
  taken?: TakenKey[];
}

/**
 * What happens to the next order or return, instead of what should. `late`: no answer, and it takes effect when `arrive` is called. `pausing`:
 * it is not sent, as a minute is left of a pause.
 */
export type OrderTrouble = 'lost before' | 'lost after' | 'late' | 'not sent' | 'pausing' | 'refused' | 'died before' | 'died after' | null;

/** A supplier in memory. It is called by the name of a real one. */
export class InMemorySupplier extends Supplier {
  override references: References = 'unique';
  override readonly mostPerOrder = 3;
  override returns: Returns = 'call';
  offered: EuroOffer[] = [];
  /** Products that were asked about alone. */
  asked: string[] = [];
  /** When its products changed, by their ids; null: it cannot tell. */
  changedAt: ReadonlyMap<string, Date> | null = null;
  balanceMinor = 100_000;
  isAway = false;
  /** Fields of a feed that products with a kinguinId have besides. */
  feedFields: object | null = null;
  /** Called with each cursor before its page is read. */
  onPage: (cursor: string | null) => void = () => undefined;
  trouble: OrderTrouble = null;
  delivers: 'texts' | 'one text' | 'pictures' | 'nothing readable' = 'texts';
  /** Whether the keys of each order are counted from 1: other keys have the same ids. */
  countsInOrder = false;
  /** What an order costs above its offer. */
  surchargeMinor = 0;
  /** How many keys of an order come with it. */
  keysAtOnce = Infinity;
  /** Whether it says that it has keys as soon as it takes them back. */
  showsReturns = true;
  /** How many of the keys that it takes back it has paid for. */
  mostPaid = Infinity;
  /** How many keys of an order it takes back. */
  mostTaken = Infinity;
  ordered: Ordered[] = [];
  /** Orders that it still works on. */
  protected underWay: OrderRequest[] = [];
  /** Ids are never used again, also where orders are forgotten. */
  nextOrderId = 'order-1';

  constructor(override readonly name: SupplierName = 'kinguin') {
    super();
  }

  override breaker(): BreakerState {
    return this.isAway ? 'open' : 'closed';
  }

  override async offers(cursor: string | null): Promise<OfferPage> {
    this.onPage(cursor);
    this.answer();
    const from = Number(cursor ?? 0);
    const offers = this.offered.slice(from, from + PAGE).map(inEuros);
    const end = from + PAGE;
    return {
      offers,
      products: offers.length,
      skipped: 0,
      next: end < this.offered.length ? String(end) : null,
      lines: feedLines(offers, this.feedFields),
    };
  }

  override async changes(since: Date, cursor: string | null): Promise<ChangesPage | null> {
    this.answer();
    if (this.changedAt === null) return null;
    const ids = [...this.changedAt].filter(([, at]) => at >= since).map(([id]) => id);
    const from = Number(cursor ?? 0);
    const page = ids.slice(from, from + PAGE);
    const offers = this.offered.filter(({ supplierProductId }) => page.includes(supplierProductId)).map(inEuros);
    const emptied = page.filter((id) => !offers.some(({ supplierProductId }) => supplierProductId === id));
    const next = from + PAGE < ids.length ? String(from + PAGE) : null;
    return { offers, products: page.length, skipped: 0, next, lines: feedLines(offers, this.feedFields), emptied, incomplete: [] };
  }

  override async product(supplierProductId: string): Promise<OfferPage> {
    this.answer();
    this.asked.push(supplierProductId);
    const offers = this.offered.filter((offer) => offer.supplierProductId === supplierProductId).map(inEuros);
    return { offers, products: offers.length, skipped: 0, next: null, lines: feedLines(offers, this.feedFields) };
  }

  /** What the body holds as `hints`. */
  override hints({ body }: SupplierMessage): Hint[] {
    return (body as { hints?: Hint[] } | null)?.hints ?? [];
  }

  override async balance(): Promise<number> {
    this.answer();
    return this.balanceMinor;
  }

  override async order(request: OrderRequest): Promise<SupplierOrder> {
    if (this.trouble === 'late') this.underWay.push(request);
    return this.troubled('It is sold out.', () => this.place(request));
  }

  override async takeBack(orderId: string): Promise<void> {
    if (this.returns === 'by hand') return super.takeBack(orderId);
    this.troubled('It takes none of these keys back.', () => {
      if (this.byId(orderId).order.state !== 'complete') throw new SupplierRefused('There are no keys to take back.');
      this.refund(orderId);
    });
  }

  override async takenBack(orderId: string): Promise<TakenKey[]> {
    this.answer();
    const { isBack, keys, taken = [] } = this.byId(orderId);
    if (!this.showsReturns) return [];
    if (!isBack) return taken;
    return keys.slice(0, this.mostTaken).map(({ id }, index) => ({ id, isPaid: index < this.mostPaid }));
  }

  /** Does what is asked for, or what `trouble` says, once. */
  private troubled<T>(refusal: string, effect: () => T): T {
    this.answer();
    const { trouble } = this;
    this.trouble = null;
    if (trouble === 'not sent') throw new SupplierAway('It cannot be reached.');
    if (trouble === 'pausing') throw new SupplierPausing(60_000);
    if (trouble === 'refused') throw new SupplierRefused(refusal);
    if (trouble === 'late' || trouble === 'lost before') throw new SupplierAway('It did not answer.', { mayBeDone: true });
    if (trouble === 'died before') throw new Error('the process died');
    const done = effect();
    if (trouble === 'lost after') throw new SupplierAway('It did not answer.', { mayBeDone: true });
    if (trouble === 'died after') throw new Error('the process died');
    return done;
  }

  /** Orders that it worked on take effect now, as far as it can. */
  arrive(): void {
    for (const request of this.underWay.splice(0))
      try {
        this.place(request);
      } catch (error) {
        // Nobody waits for the answer.
        if (!(error instanceof SupplierFailed)) throw error;
      }
  }

  private place(request: OrderRequest): SupplierOrder {
    if (this.references === 'unique' && this.named(request.reference))
      throw new SupplierAway('It has this reference already.', { mayBeDone: true });
    const offer = this.offered.find(({ offerId }) => offerId === request.offerId);
    if (!offer || offer.quantity < request.quantity || offer.priceMinor > request.priceMinor) throw new SupplierRefused('It is sold out.');
    const costMinor = offer.priceMinor * request.quantity + this.surchargeMinor;
    if (costMinor > this.balanceMinor) throw new SupplierRefused('The balance is too low.', { isOutOfFunds: true });
    this.balanceMinor -= costMinor;
    this.offered = this.offered.map((one) => (one === offer ? { ...one, quantity: one.quantity - request.quantity } : one));
    const made: Ordered = { request, order: { orderId: this.nextOrderId, state: 'open', costMinor }, keys: [], isBack: false };
    this.ordered.push(made);
    this.nextOrderId = `order-${Number(this.nextOrderId.slice('order-'.length)) + 1}`;
    this.deliver(made.order.orderId, Math.min(this.keysAtOnce, request.quantity));
    return made.order;
  }

  override async find(reference: string): Promise<SupplierOrder | null> {
    this.answer();
    return this.named(reference)?.order ?? null;
  }

  override async orderOf(orderId: string): Promise<SupplierOrder> {
    this.answer();
    return this.byId(orderId).order;
  }

  override async keys(orderId: string): Promise<SupplierKey[]> {
    this.answer();
    return this.byId(orderId).keys;
  }

  /** More keys of an order arrive. */
  deliver(orderId: string, pieces: number, secret?: KeySecret | null): void {
    const made = this.byId(orderId);
    for (let piece = 0; piece < pieces; piece += 1) {
      const id = `${this.name}-${orderId}-${made.keys.length + 1}`;
      const shownId = this.countsInOrder ? `key-${made.keys.length + 1}` : id;
      made.keys.push({ id: shownId, secret: secret === undefined ? this.secretOf(id) : secret });
    }
    if (made.keys.length >= made.request.quantity) made.order = { ...made.order, state: 'complete' };
  }

  /** Cancels or refunds an order. */
  end(orderId: string): void {
    const made = this.byId(orderId);
    made.order = { ...made.order, state: 'ended' };
  }

  /** Pays an order back, also one whose keys have come. `named`: those that it says it has taken back. */
  refund(orderId: string, named: readonly string[] = []): void {
    const made = this.byId(orderId);
    this.balanceMinor += made.order.costMinor ?? 0;
    this.end(orderId);
    Object.assign(made, { isBack: true, order: { ...made.order, ...(named.length > 0 && { withdrawn: named }) } });
  }

  private secretOf(id: string): KeySecret | null {
    if (this.delivers === 'nothing readable') return null;
    if (this.delivers === 'pictures') return pictureOf(id);
    return { kind: 'text', key: this.delivers === 'one text' ? `${this.name}-ONE-TEXT` : id.toUpperCase() };
  }

  private byId(orderId: string): Ordered {
    const made = this.ordered.find(({ order }) => order.orderId === orderId);
    if (!made) throw new SupplierRefused('There is no such order.');
    return made;
  }

  private named(reference: string): Ordered | undefined {
    return this.references === 'none' ? undefined : this.ordered.find(({ request }) => request.reference === reference);
  }

  private answer(): void {
    if (this.isAway) throw new SupplierAway('It cannot be reached.');
  }
}
