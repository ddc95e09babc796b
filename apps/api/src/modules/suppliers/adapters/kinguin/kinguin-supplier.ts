import { z } from 'zod';
import type { KinguinSettings } from '../../../../platform/config/supplier-settings.ts';
import type { Hint, SupplierMessage } from '../../application/messages.ts';
import {
  type BreakerState,
  type ChangesPage,
  type OfferPage,
  type OrderRequest,
  Supplier,
  SUPPLIER_CURRENCY,
  type SupplierKey,
  type SupplierOffer,
  type SupplierOrder,
  type TakenKey,
} from '../../application/ports.ts';
import { feedId, feedName, feedPrice, feedQuantity, readable } from '../http/feed-fields.ts';
import { minorOfBalance } from '../../domain/amount.ts';
import { AnswerRefused, type HttpLimits, SupplierHttp, type SupplierRequest, USUAL_LIMITS } from '../http/supplier-http.ts';
import { UnknownWords } from '../http/unknown-words.ts';
import { SupplierAway, SupplierRefused } from '../../domain/supplier-errors.ts';
import { keysOf, pictureSecret, textSecret } from '../http/key-secret.ts';
import { kinguinHints } from './kinguin-hints.ts';

/** The most that the API gives. */
const PAGE = 100;
const NO_OFFERS = { offers: [], skipped: 0 };

const offerAnswer = z.object({ offerId: feedId, price: feedPrice, qty: feedQuantity, isPreorder: z.boolean().default(false) });
const productAnswer = z.object({
  kinguinId: z.int().min(1).max(2_147_483_647),
  name: feedName,
  isPreorder: z.boolean().default(false),
  offers: z.array(z.unknown()).default([]),
});
const idAnswer = productAnswer.pick({ kinguinId: true });
const pageAnswer = z.object({ results: z.array(z.unknown()), item_count: z.int().min(0).nullish().catch(null) });
const balanceAnswer = z.object({ balance: z.number() });

const keyOfOrder = z.object({ id: feedId, status: z.string() });
const productsOfOrder = z.array(z.object({ keys: z.array(keyOfOrder).default([]) }));
const orderAnswer = z.object({
  orderId: feedId,
  orderExternalId: z.string().nullish(),
  status: z.string(),
  paymentPrice: feedPrice.nullish(),
  // An order must be known whatever its keys look like.
  products: productsOfOrder.catch([]),
});
const foundAnswer = z.object({ results: z.array(orderAnswer) });
const keyAnswer = z.object({ id: feedId, serial: z.string(), type: z.string() });
const keysAnswer = z.array(z.unknown());
const keysOfOrderAnswer = z.object({
  status: orderAnswer.shape.status,
  products: productsOfOrder,
});
/** An order with another status may still change. */
const STATES: ReadonlyMap<string, SupplierOrder['state']> = new Map([
  ['processing', 'open'],
  ['completed', 'complete'],
  ['canceled', 'ended'],
  ['refunded', 'ended'],
]);
/** Of keys that went back, or never come. */
const GONE: ReadonlySet<string> = new Set(['RETURNED', 'REFUNDED', 'CANCELED']);
const returnAnswer = z.array(z.object({ id: feedId }));
const refusalAnswer = z.object({ kind: z.string(), propertyPath: z.string().nullish() });

/** With the products that have no offer, and those of which some offers cannot be read. */
type ReadPage = { readonly page: OfferPage } & Pick<ChangesPage, 'emptied' | 'incomplete'>;

/** The eCommerce API of Kinguin, v1 and v2. Its prices are in euros, and no answer names a currency. Source: github.com/kinguinltdhk/Kinguin-eCommerce-API */
export class KinguinSupplier extends Supplier {
  override readonly name = 'kinguin';
  override readonly references = 'unique';
  override readonly mostPerOrder = 9;
  override readonly returns = 'call';
  private readonly http: SupplierHttp;
  private readonly unknown = new UnknownWords();

  constructor(
    private readonly settings: KinguinSettings,
    limits: HttpLimits = USUAL_LIMITS,
  ) {
    super();
    this.http = new SupplierHttp(settings.apiUrl, limits);
  }

  override breaker(): BreakerState {
    return this.http.breaker();
  }

  /** Sorted by id, so that a page begins where the one before ended unless a product was removed meanwhile. */
  override async offers(cursor: string | null): Promise<OfferPage> {
    return (await this.page(cursor, '')).page;
  }

  /** Sorted by id, too: a product that changes meanwhile comes in between, and makes others come once more rather than not at all. */
  override async changes(since: Date, cursor: string | null): Promise<ChangesPage> {
    const { page, ...products } = await this.page(cursor, `&updatedSince=${encodeURIComponent(since.toISOString())}`);
    return { ...page, ...products };
  }

  private async page(cursor: string | null, filter: string): Promise<ReadPage> {
    const [number = 1, lastBefore = 0] = (cursor ?? '1').split(' ').map(Number);
    const path = `/v1/products?page=${number}&limit=${PAGE}&sortBy=kinguinId&sortType=asc${filter}`;
    const page = await this.http.read(this.asked(path, pageAnswer));
    const isLast = page.results.length === 0 || number * PAGE >= (page.item_count ?? Infinity);
    const last = Math.max(...readable(idAnswer, page.results).read.map(({ kinguinId }) => kinguinId), 0);
    // The same page whatever is asked for would never end. Where products came in before, a last page may have nothing but some of the page
    // before again: it is not full.
    const isTail = isLast && page.results.length < PAGE;
    if (last > 0 && last <= lastBefore && !isTail) throw new SupplierAway('Its list of products does not go on.');
    return pageOf(page, isLast ? null : `${number + 1} ${Math.max(last, lastBefore)}`);
  }

  /** By a list: asked for one product alone, Kinguin answers 404 where it has none left, as for an id that never was. */
  override async product(supplierProductId: string): Promise<OfferPage> {
    const path = `/v1/products?kinguinId=${encodeURIComponent(supplierProductId)}&limit=1`;
    const { page, emptied } = pageOf(await this.http.read(this.asked(path, pageAnswer)), null);
    if ([...emptied, ...page.offers.map((offer) => offer.supplierProductId)].some((id) => id !== supplierProductId))
      throw new SupplierAway('It answered with another product.');
    return page;
  }

  override hints(message: SupplierMessage): Hint[] {
    return kinguinHints(message, this.settings.webhookSecret);
  }

  /** `orderExternalId` is unique for an account: a second order with it is refused, also while the first one is under way. */
  override async order({ reference, supplierProductId, offerId, quantity, priceMinor }: OrderRequest): Promise<SupplierOrder> {
    const products = [{ kinguinId: Number(supplierProductId), qty: quantity, price: priceMinor / 100, offerId }];
    const body = JSON.stringify({ products, orderExternalId: reference });
    try {
      const asked = this.asked('/v1/order', orderAnswer);
      const headers = { ...asked.headers, 'content-type': 'application/json' };
      return this.orderFrom(await this.http.write({ ...asked, method: 'POST', body, headers }));
    } catch (error) {
      throw error instanceof AnswerRefused ? refusalOf(error) : error;
    }
  }

  override async find(reference: string): Promise<SupplierOrder | null> {
    const path = `/v1/order?orderExternalId=${encodeURIComponent(reference)}&limit=1`;
    const { results } = await this.http.read(this.asked(path, foundAnswer));
    const found = results.find(({ orderExternalId }) => orderExternalId === reference);
    return found ? this.orderFrom(found) : null;
  }

  override async orderOf(orderId: string): Promise<SupplierOrder> {
    return this.orderFrom(await this.http.read(this.asked(`/v1/order/${encodeURIComponent(orderId)}`, orderAnswer)));
  }

  override async keys(orderId: string): Promise<SupplierKey[]> {
    const rows = await this.http.read(this.asked(`/v2/order/${encodeURIComponent(orderId)}/keys?limit=${PAGE}`, keysAnswer));
    return keysOf(keyAnswer, rows, ({ id, serial, type }) => [
      { id, secret: type === 'text/plain' ? textSecret(serial) : pictureSecret(serial) },
    ]);
  }

  /** Within 24 hours of the delivery, once for an order, and none that was claimed. */
  override async takeBack(orderId: string): Promise<void> {
    const asked = this.asked(`/v2/order/${encodeURIComponent(orderId)}/keys/return`, returnAnswer);
    try {
      await this.http.write({ ...asked, method: 'POST', mayConflict: true });
    } catch (error) {
      throw error instanceof AnswerRefused ? refusalOf(error) : error;
    }
  }

  /**
   * The answer to a return does not say that the keys are back: the order does, later. Of the documented statuses of a key `RETURNED` is
   * "Returned to stock" and `REFUNDED` "Balance refunded": that `RETURNED` alone is paid for is said nowhere, and so it is not.
   */
  override async takenBack(orderId: string): Promise<TakenKey[]> {
    const { status, products } = await this.http.read(this.asked(`/v1/order/${encodeURIComponent(orderId)}`, keysOfOrderAnswer));
    const keys = products
      .flatMap((product) => product.keys)
      .map((key) => ({ ...key, isPaid: status === 'refunded' || key.status === 'REFUNDED' }));
    return keys.flatMap(({ id, isPaid, status: ofKey }) => (isPaid || ofKey === 'RETURNED' ? [{ id, isPaid }] : []));
  }

  override async balance(): Promise<number> {
    const { balance } = await this.http.read(this.asked('/v1/balance', balanceAnswer));
    const minor = minorOfBalance(balance);
    if (minor === null) throw new SupplierAway('Its balance is no amount.');
    return minor;
  }

  override unknownStatuses(): readonly string[] {
    return this.unknown.all();
  }

  private orderFrom({ orderId, status, paymentPrice, products }: z.output<typeof orderAnswer>): SupplierOrder {
    if (!STATES.has(status)) this.unknown.note(status);
    const keys = products.flatMap((product) => product.keys);
    const withdrawn = keys.flatMap((key) => (GONE.has(key.status) ? [key.id] : []));
    const state = STATES.get(status) ?? 'open';
    return { orderId, state, costMinor: paymentPrice ?? null, ...(withdrawn.length > 0 && { withdrawn }) };
  }

  private asked<T>(path: string, answer: z.ZodType<T>): SupplierRequest<T> {
    return { method: 'GET', path, headers: { 'x-api-key': this.settings.apiKey }, answer };
  }
}

function pageOf(page: z.output<typeof pageAnswer>, next: string | null): ReadPage {
  const { read, skipped } = readable(productAnswer, page.results);
  const products = read.map((product) => ({ id: String(product.kinguinId), ...(product.isPreorder ? NO_OFFERS : offersOf(product)) }));
  return {
    page: {
      offers: products.flatMap(({ offers }) => offers),
      products: read.length,
      skipped: skipped + products.reduce((sum, product) => sum + product.skipped, 0),
      next,
      lines: page.results.map((product) => JSON.stringify(product)),
    },
    emptied: products.filter((product) => product.offers.length === 0 && product.skipped === 0).map(({ id }) => id),
    incomplete: products.filter((product) => product.skipped > 0).map(({ id }) => id),
  };
}

function refusalOf(refused: AnswerRefused): SupplierAway | SupplierRefused {
  const { kind, propertyPath } = refusalAnswer.safeParse(refused.body).data ?? { kind: '' };
  // The reference is taken: the order is there.
  if (propertyPath === 'orderExternalId') return new SupplierAway('It has this reference already.', { mayBeDone: true });
  if (kind === 'ResourceLock') return new SupplierAway('It answered ResourceLock.', { mayBeDone: true });
  // Something failed within Kinguin, and nobody says at which step. With 404 it stands for a product that is out of stock.
  if (kind === 'Error' || (kind === 'HttpClient' && refused.status !== 404))
    return new SupplierAway(`It answered ${refused.status} ${kind}.`, { mayBeDone: true });
  return new SupplierRefused(`It answered ${refused.status} ${kind}.`, { isOutOfFunds: kind === 'InsufficientBalance' });
}

/** Pre-orders are left out: nobody knows when their keys come. */
function offersOf({ kinguinId, name, offers }: z.output<typeof productAnswer>): { offers: SupplierOffer[]; skipped: number } {
  const { read, skipped } = readable(offerAnswer, offers);
  const regular = read.filter(({ isPreorder }) => !isPreorder);
  return {
    offers: regular.map(({ offerId, price, qty }) => ({
      offerId,
      supplierProductId: String(kinguinId),
      kinguinId,
      name,
      priceMinor: price,
      currency: SUPPLIER_CURRENCY,
      quantity: qty,
    })),
    skipped,
  };
}
