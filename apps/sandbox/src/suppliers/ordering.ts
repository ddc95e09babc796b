import { randomUUID } from 'node:crypto';
import { randomText } from '../ids.ts';
import type { StripeState } from '../stripe-state.ts';
import { totalCents } from './amounts.ts';
import type { StoredKey, StoredLine, StoredOffer, StoredOrder, SupplierName } from './supplier-store.ts';

/** Why a request is not done; each supplier has its own words for it. */
export type Problem =
  'unauthorised' | 'failed' | 'too-many' | 'invalid' | 'unknown' | 'sold-out' | 'price-above' | 'balance-empty' | 'duplicate' | 'no-return';

export class SupplierProblem extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem);
    this.problem = problem;
  }
}

/** How keys of later orders come. */
export interface Delivery {
  /** All at once, by a control only, or half of them at once. */
  readonly keys: 'now' | 'late' | 'half';
  readonly as: 'text' | 'image';
  /** Whether an order is refunded as its keys are asked back, or by a control only. */
  readonly returns: 'now' | 'late';
}

export interface WantedLine {
  readonly productId: string;
  /** Undefined: the cheapest one with enough. */
  readonly offerId: string | undefined;
  readonly quantity: number;
  readonly agreedCents: number;
}

/** Which part of an order's keys comes with the order. */
const DELIVERED_AT_ONCE = { now: 1, half: 0.5, late: 0 } as const;
export const FIRST_BALANCE_CENTS = 100_000;
/** One transparent pixel. What tells pictures apart is text after its end, which viewers leave out. */
const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const balanceName = (supplier: SupplierName) => `supplier-balance-${supplier}`;
const deliveryName = (supplier: SupplierName) => `supplier-delivery-${supplier}`;

export function balanceOf({ settings }: StripeState, supplier: SupplierName): number {
  return settings.read(balanceName(supplier), FIRST_BALANCE_CENTS);
}

export function setBalance({ settings }: StripeState, supplier: SupplierName, cents: number): number {
  return settings.write(balanceName(supplier), cents);
}

export function deliveryOf({ settings }: StripeState, supplier: SupplierName): Delivery {
  return settings.read(deliveryName(supplier), { keys: 'now', as: 'text', returns: 'now' });
}

export function setDelivery({ settings }: StripeState, supplier: SupplierName, delivery: Delivery): Delivery {
  return settings.write(deliveryName(supplier), delivery);
}

/** Takes the offers' pieces and the balance, all or nothing. @throws SupplierProblem */
export function placeOrder(state: StripeState, supplier: SupplierName, reference: string, wanted: readonly WantedLine[]): StoredOrder {
  return state.database.transaction(() => {
    const lines = wanted.map((line) => lineOf(state, supplier, line));
    const order: StoredOrder = {
      id: randomText(11).toUpperCase(),
      reference,
      createdAtMs: state.clock.nowMs(),
      status: 'open',
      lines,
    };
    const left = balanceOf(state, supplier) - totalCents(order);
    if (left < 0) throw new SupplierProblem('balance-empty');
    setBalance(state, supplier, left);
    for (const line of lines) takePieces(state, supplier, line);
    const { keys } = deliveryOf(state, supplier);
    const out = delivered(order, DELIVERED_AT_ONCE[keys]);
    state.suppliers.putOrder(supplier, out);
    return out;
  });
}

/** Hands out `share` of the keys that wait (1: all of them). @throws SupplierProblem */
export function deliverOrder(state: StripeState, supplier: SupplierName, id: string, share = 1): StoredOrder {
  const order = state.suppliers.order(supplier, id);
  if (order?.status !== 'open') throw new SupplierProblem('unknown');
  const out = delivered(order, share);
  state.suppliers.putOrder(supplier, out);
  return out;
}

/** Ends an order and gives back what was paid; keys that are out stay out. @throws SupplierProblem */
export function endOrder(state: StripeState, supplier: SupplierName, id: string, status: 'cancelled' | 'refunded'): StoredOrder {
  const order = state.suppliers.order(supplier, id);
  if (!order || order.status === 'cancelled' || order.status === 'refunded') throw new SupplierProblem('unknown');
  setBalance(state, supplier, balanceOf(state, supplier) + totalCents(order));
  const ended: StoredOrder = { ...order, status };
  state.suppliers.putOrder(supplier, ended);
  return ended;
}

/** Takes the keys of a complete order back, once. @throws SupplierProblem */
export function takeBack(state: StripeState, supplier: SupplierName, order: StoredOrder): StoredOrder {
  if (order.status !== 'complete' || order.isReturning) throw new SupplierProblem('no-return');
  if (deliveryOf(state, supplier).returns !== 'late') return endOrder(state, supplier, order.id, 'refunded');
  const returning: StoredOrder = { ...order, isReturning: true };
  state.suppliers.putOrder(supplier, returning);
  return returning;
}

/** Multiplies every price. */
export function movePrices(state: StripeState, supplier: SupplierName, percent: number): void {
  const all = state.suppliers.products(supplier, { offset: 0, limit: state.suppliers.countProducts(supplier) });
  for (const product of all) {
    const offers = product.offers.map((offer) => ({ ...offer, cents: Math.max(1, Math.round((offer.cents * (100 + percent)) / 100)) }));
    state.suppliers.putProduct(supplier, { ...product, offers });
  }
}

function lineOf(state: StripeState, supplier: SupplierName, wanted: WantedLine): StoredLine {
  const product = state.suppliers.product(supplier, wanted.productId);
  const fits = ({ offerId, quantity }: StoredOffer) => (wanted.offerId ?? offerId) === offerId && quantity >= wanted.quantity;
  const offer = product?.offers.find(fits);
  if (!product || !offer) throw new SupplierProblem('sold-out');
  if (offer.cents > wanted.agreedCents) throw new SupplierProblem('price-above');
  const { as } = deliveryOf(state, supplier);
  const keys = Array.from({ length: wanted.quantity }, () => newKey(as));
  const { quantity, agreedCents } = wanted;
  return { productId: product.id, offerId: offer.offerId, name: product.name, quantity, cents: offer.cents, agreedCents, keys };
}

function newKey(as: Delivery['as']): StoredKey {
  const text = randomUUID().toUpperCase();
  const isText = as === 'text';
  const serial = isText ? text : Buffer.concat([PIXEL, Buffer.from(text)]).toString('base64');
  return { id: randomText(24).toLowerCase(), serial, type: isText ? 'text/plain' : 'image/png', isDelivered: false };
}

function takePieces(state: StripeState, supplier: SupplierName, line: StoredLine): void {
  const product = state.suppliers.product(supplier, line.productId);
  if (!product) return;
  const offers = product.offers.map((offer) =>
    offer.offerId === line.offerId ? { ...offer, quantity: offer.quantity - line.quantity } : offer,
  );
  state.suppliers.putProduct(supplier, { ...product, offers });
}

function delivered(order: StoredOrder, share: number): StoredOrder {
  const lines = order.lines.map((line) => {
    const waiting = line.keys.filter(({ isDelivered }) => !isDelivered).length;
    let more = Math.min(waiting, Math.floor(waiting * share));
    const keys = line.keys.map((key) => ({ ...key, isDelivered: key.isDelivered || more-- > 0 }));
    return { ...line, keys };
  });
  const isComplete = lines.every(({ keys }) => keys.every(({ isDelivered }) => isDelivered));
  return { ...order, lines, status: isComplete ? 'complete' : order.status };
}
