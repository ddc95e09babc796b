import { z } from 'zod';
import type { Hint, SupplierMessage } from '../../application/messages.ts';
import {
  type BreakerState,
  type OfferPage,
  type OrderRequest,
  Supplier,
  SUPPLIER_CURRENCY,
  type SupplierKey,
  type SupplierName,
  type SupplierOrder,
  type TakenKey,
} from '../../application/ports.ts';
import { SupplierAway, SupplierRefused } from '../../domain/supplier-errors.ts';
import { feedId, feedName, feedPrice, feedQuantity, readable } from '../../adapters/http/feed-fields.ts';
import { pictureSecret, textSecret } from '../../adapters/http/key-secret.ts';
import { AnswerRefused, type HttpLimits, SupplierHttp, USUAL_LIMITS } from '../../adapters/http/supplier-http.ts';

const offerAnswer = z.object({ id: feedId, product: feedId, title: feedName, euros: feedPrice, pieces: feedQuantity });
const offersAnswer = z.object({ offers: z.array(z.unknown()), after: z.string().nullable() });
const balanceAnswer = z.object({ cents: z.int().min(0) });
const orderAnswer = z.object({ id: feedId, state: z.enum(['open', 'complete', 'ended']), cents: z.int().min(0) });
const ordersAnswer = z.object({ orders: z.array(orderAnswer) });
const keysAnswer = z.object({ keys: z.array(z.object({ id: feedId, text: z.string().nullable(), png: z.string().nullable() })) });
const returnedAnswer = z.object({ keys: z.array(feedId) });
const refusalAnswer = z.object({ reason: z.string() });
const webhook = z.object({ product: feedId });

/** The API of Keybarn, which does not exist. */
export class KeybarnSupplier extends Supplier {
  /** In the shop: a name of its own, which is added to the list in ports.ts. */
  override readonly name: SupplierName = 'kinguin';
  override readonly references = 'unique';
  override readonly mostPerOrder = 10;
  override readonly returns = 'call';
  private readonly http: SupplierHttp;

  constructor(
    private readonly settings: { readonly apiUrl: string; readonly token: string },
    limits: HttpLimits = USUAL_LIMITS,
  ) {
    super();
    this.http = new SupplierHttp(settings.apiUrl, limits);
  }

  override breaker(): BreakerState {
    return this.http.breaker();
  }

  override async offers(cursor: string | null): Promise<OfferPage> {
    const page = await this.read(cursor === null ? '/offers' : `/offers?after=${encodeURIComponent(cursor)}`, offersAnswer);
    return pageOf(page);
  }

  override async product(supplierProductId: string): Promise<OfferPage> {
    const page = await this.read(`/offers?product=${encodeURIComponent(supplierProductId)}`, offersAnswer);
    return pageOf({ ...page, after: null });
  }

  override hints({ body }: SupplierMessage): Hint[] {
    const { data } = webhook.safeParse(body);
    return data ? [{ kind: 'product', supplierProductId: data.product, kinguinId: null }] : [];
  }

  override async balance(): Promise<number> {
    return (await this.read('/balance', balanceAnswer)).cents;
  }

  /** By `write`: it is sent once, whatever happens. */
  override async order({ reference, offerId, quantity, priceMinor }: OrderRequest): Promise<SupplierOrder> {
    const body = JSON.stringify({ reference, offer: offerId, pieces: quantity, most: priceMinor });
    return orderOf(await this.write('/orders', body, orderAnswer));
  }

  override async find(reference: string): Promise<SupplierOrder | null> {
    const [found] = (await this.read(`/orders?reference=${encodeURIComponent(reference)}`, ordersAnswer)).orders;
    return found ? orderOf(found) : null;
  }

  override async orderOf(orderId: string): Promise<SupplierOrder> {
    return orderOf(await this.read(`/orders/${encodeURIComponent(orderId)}`, orderAnswer));
  }

  override async keys(orderId: string): Promise<SupplierKey[]> {
    const { keys } = await this.read(`/orders/${encodeURIComponent(orderId)}/keys`, keysAnswer);
    return keys.map(({ id, text, png }) => ({ id, secret: text === null ? pictureSecret(png ?? '') : textSecret(text) }));
  }

  /** Only for a supplier whose API has such a call: else leave `returns` and both methods out. */
  override async takeBack(orderId: string): Promise<void> {
    await this.write(`/orders/${encodeURIComponent(orderId)}/return`, '{}', returnedAnswer);
  }

  /** Keybarn pays when it takes keys. Where an API tells both apart, so does `isPaid`: the return waits for the money. */
  override async takenBack(orderId: string): Promise<TakenKey[]> {
    const { keys } = await this.read(`/orders/${encodeURIComponent(orderId)}/returned`, returnedAnswer);
    return keys.map((id) => ({ id, isPaid: true }));
  }

  private async write<T>(path: string, body: string, answer: z.ZodType<T>): Promise<T> {
    try {
      const headers = { ...this.headers(), 'content-type': 'application/json' };
      return await this.http.write({ method: 'POST', path, body, headers, answer });
    } catch (error) {
      throw error instanceof AnswerRefused ? refusalOf(error) : error;
    }
  }

  /** By `read`: it is tried again where it fails. */
  private read<T>(path: string, answer: z.ZodType<T>): Promise<T> {
    return this.http.read({ method: 'GET', path, headers: this.headers(), answer });
  }

  private headers(): Record<string, string> {
    return { authorization: `Bearer ${this.settings.token}` };
  }
}

/** What cannot be read is left out and counted: one broken offer does not end a synchronisation. */
function pageOf({ offers, after }: z.output<typeof offersAnswer>): OfferPage {
  const { read, skipped } = readable(offerAnswer, offers);
  return {
    offers: read.map(({ id, product, title, euros, pieces }) => ({
      offerId: id,
      supplierProductId: product,
      kinguinId: null,
      name: title,
      priceMinor: euros,
      currency: SUPPLIER_CURRENCY,
      quantity: pieces,
    })),
    products: new Set(read.map(({ product }) => product)).size,
    skipped,
    next: after,
    lines: [],
  };
}

function orderOf({ id, state, cents }: z.output<typeof orderAnswer>): SupplierOrder {
  return { orderId: id, state, costMinor: cents };
}

/** A reference that is taken says that the order is there: that is no refusal. */
function refusalOf({ status, body }: AnswerRefused): SupplierAway | SupplierRefused {
  const reason = refusalAnswer.safeParse(body).data?.reason;
  if (reason === 'reference') return new SupplierAway('It has this reference already.', { mayBeDone: true });
  return new SupplierRefused(`It answered ${status} ${reason ?? ''}.`, { isOutOfFunds: reason === 'balance' });
}
