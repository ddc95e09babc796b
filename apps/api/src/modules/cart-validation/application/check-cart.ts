import {
  type Activation,
  activationIn,
  chargedMinor,
  type Currency,
  MOST_PER_LINE,
  type PriceTable,
  totalMinor,
} from '@keyturn/shop-rules';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../shared/ports.ts';
import { Catalogue, type Offer, type ProductRef, refKey } from '../../catalog/index.ts';
import { BoughtPieces, type Buyer } from '../../orders/index.ts';
import { KeyStock } from '../../stock/index.ts';
import { countsSince, type CustomerLimit, leftOf } from '../domain/customer-limit.ts';
import { CustomerLimits } from './customer-limits.ts';

export interface WantedLine {
  readonly ref: ProductRef;
  readonly quantity: number;
  /** The price stored by the browser, in the requested currency; compared, never charged. */
  readonly rememberedMinor: number | null;
}

type LineStatus = 'ok' | 'adjusted' | 'repriced' | 'region' | 'removed';

/** Where the keys will be activated. */
interface ActivationPlace {
  /** Two letters (ISO 3166); null if the buyer has not said. */
  readonly country: string | null;
  /** The buyer has confirmed that they are for somebody elsewhere: no line is of status `region`. */
  readonly isElsewhere?: boolean;
}

interface CheckedLine {
  readonly ref: ProductRef;
  readonly status: LineStatus;
  /** Whether its keys activate in the buyer's country. */
  readonly activation: Activation;
  /** How many can be bought; 0 when removed. */
  readonly quantity: number;
  /** Null when the product is not offered. */
  readonly offer: Offer | null;
  readonly unitMinor: number;
  /** The stock that can be bought now, counted up to what a line may hold. */
  readonly free: number;
  /** There would be more, but the buyer's own pending bank transfer reserves it. */
  readonly isHeldByOwnTransfer: boolean;
  /** The limit per customer that leaves fewer pieces than wanted; null: none does. */
  readonly customerLimit: CustomerLimit | null;
}

/** For whom a cart is checked, as far as it is known. */
interface CartCustomer extends Buyer {
  /** Whether the pieces are bought in this transaction: other checkouts of the customer wait for its end, where a limit counts. */
  readonly isBuying: boolean;
}

/** Unpaid orders of the same browser. */
export interface OwnOrders {
  /** Ended by the next checkout: their reserved keys count as available. */
  readonly open: readonly string[];
  /** With a pending bank transfer: their keys stay reserved. */
  readonly waiting: readonly string[];
}

/** How the unpaid orders of a browser affect its cart, for cart validation and checkout. */
export function ownOrders(orders: readonly { id: string; isWaitingForTransfer(): boolean }[]): OwnOrders {
  const ids = (isWaiting: boolean) => orders.filter((order) => order.isWaitingForTransfer() === isWaiting).map(({ id }) => id);
  return { open: ids(false), waiting: ids(true) };
}

export interface CheckedCart {
  readonly lines: readonly CheckedLine[];
  readonly totalMinor: number;
}

/** What a cart is checked for. */
type CartContext = ActivationPlace & CartCustomer;

/** Validates a cart against the current catalogue and stock. Several lines of one product count as one. */
@Injectable()
export class CheckCart {
  constructor(
    private readonly catalogue: Catalogue,
    private readonly stock: KeyStock,
    private readonly limits: CustomerLimits,
    private readonly bought: BoughtPieces,
    private readonly clock: Clock,
  ) {}

  async run(wanted: readonly WantedLine[], currency: Currency, own: OwnOrders, context: CartContext): Promise<CheckedCart> {
    const lines = addUp(wanted);
    const offers = await this.catalogue.offers(
      lines.map(({ ref }) => ref),
      this.clock.now(),
    );
    const productIds = [...offers.values()].map(({ productId }) => productId);
    const limits = await this.limits.of(productIds);
    const bought = await this.boughtBy(context, limits, own);
    const free = await this.stock.available(productIds, own.open);
    const orHeld = own.waiting.length === 0 ? free : await this.stock.available(productIds, [...own.open, ...own.waiting]);
    const checked = lines.map((line): CheckedLine => {
      const offer = offers.get(refKey(line.ref));
      const none = { quantity: 0, offer: null, unitMinor: 0, free: 0, isHeldByOwnTransfer: false, customerLimit: null };
      if (!offer) return { ref: line.ref, status: 'removed', activation: 'unknown', ...none };
      const available = free.get(offer.productId) ?? 0;
      const limit = limits.get(offer.productId) ?? null;
      const left = leftOf(limit, bought.get(offer.productId) ?? 0);
      const inStock = Math.min(line.quantity, mostPerBasket(offer, available));
      const quantity = Math.min(inStock, left);
      const isHeldByOwnTransfer = inStock < Math.min(line.quantity, mostPerBasket(offer, orHeld.get(offer.productId) ?? 0));
      const customerLimit = quantity < inStock ? limit : null;
      const unitMinor = unitPrice(offer.prices, currency);
      const activation = activationIn(offer.activation, context.country);
      const checked = { ref: line.ref, offer, activation, quantity, unitMinor, free: available, isHeldByOwnTransfer, customerLimit };
      const isExcluded = activation === 'no' && context.isElsewhere !== true;
      return { ...checked, status: status(line, quantity, unitMinor, isExcluded) };
    });
    return { lines: checked, totalMinor: totalMinor(checked) };
  }

  /**
   * Pieces of limited products by product. The open orders of the same browser end before it buys: one that is open then came from a checkout
   * at the same moment, can be paid like any other, and counts.
   */
  private async boughtBy(
    customer: CartCustomer,
    limits: ReadonlyMap<string, CustomerLimit>,
    { open }: OwnOrders,
  ): Promise<ReadonlyMap<string, number>> {
    if (limits.size === 0) return new Map();
    if (customer.isBuying) await this.bought.lock(customer);
    const now = this.clock.now();
    const since = new Map([...limits].map(([id, limit]) => [id, countsSince(limit, now)]));
    return this.bought.of(customer, since, customer.isBuying ? [] : open);
  }
}

/** The smaller of the product's own limit and the stock (`mqte`). */
function mostPerBasket(offer: Pick<Offer, 'limitPerBasket'>, free: number): number {
  return Math.max(0, Math.min(offer.limitPerBasket ?? MOST_PER_LINE, free, MOST_PER_LINE));
}

function unitPrice(prices: PriceTable, currency: Currency): number {
  return chargedMinor(prices[currency]);
}

/** A line that cannot be activated says so before it says that there are too few: its quantity shows that. */
function status(line: WantedLine, quantity: number, unitMinor: number, isExcluded: boolean): LineStatus {
  if (quantity === 0) return 'removed';
  if (isExcluded) return 'region';
  if (quantity < line.quantity) return 'adjusted';
  return line.rememberedMinor !== null && line.rememberedMinor !== unitMinor ? 'repriced' : 'ok';
}

function addUp(wanted: readonly WantedLine[]): WantedLine[] {
  const byProduct = new Map<string, WantedLine>();
  for (const line of wanted) {
    const key = refKey(line.ref);
    const before = byProduct.get(key);
    byProduct.set(key, { ...line, ...before, quantity: line.quantity + (before?.quantity ?? 0) });
  }
  return [...byProduct.values()];
}
