import type { z } from 'zod';
import type { CodesWholesaleSettings } from '../../../../platform/config/supplier-settings.ts';
import type { Hint, SupplierMessage } from '../../application/messages.ts';
import {
  type BreakerState,
  type OfferPage,
  type OrderRequest,
  Supplier,
  SUPPLIER_CURRENCY,
  type SupplierKey,
  type SupplierOffer,
  type SupplierOrder,
} from '../../application/ports.ts';
import { minorOfBalance } from '../../domain/amount.ts';
import { SupplierAway, SupplierRefused } from '../../domain/supplier-errors.ts';
import { currencyWord, demandEuros, isInEuros } from '../http/currency.ts';
import { readable } from '../http/feed-fields.ts';
import { keysOf, pictureSecret, textSecret } from '../http/key-secret.ts';
import {
  accountAnswer,
  codeAnswer,
  codesAnswer,
  currencyAnswer,
  foundAnswer,
  historyAnswer,
  pageAnswer,
  productAnswer,
  referenceAnswer,
  refusalAnswer,
  tokenAnswer,
} from './codeswholesale-answers.ts';
import { codesWholesaleHints } from './codeswholesale-hints.ts';
import { nextCursor, pageBefore } from './product-pages.ts';
import { AnswerRefused, type HttpLimits, SupplierHttp, USUAL_LIMITS } from '../http/supplier-http.ts';
import { UnknownWords } from '../http/unknown-words.ts';

/** A token is renewed so long before its end. */
const RENEW_BEFORE_MS = 60_000;

const BALANCE_TOO_LOW = 10_002;
const DAY_MS = 86_400_000;
/** More orders than these pages hold are not made in three days. */
const MOST_HISTORY_PAGES = 20;
/** No page is begun later than that: its calls and their retries must end within the lease of a purchase. */
const LAST_PAGE_WITHIN_MS = 40_000;
/** None of these is documented. */
const OPEN = /^(new|created|pending|processing|in[_ ]?progress|pre[_-]?order(ed)?)$/i;
const COMPLETE = /^(completed|fulfilled)$/i;
const ENDED = /^(cancell?ed|failed|refunded|rejected|returned)$/i;

/**
 * The API v3 of CodesWholesale. Its own plug-in for shops takes all prices for euros, and no currency of an account, a price or an order is
 * documented. One that is named all the same is believed.
 */
export class CodesWholesaleSupplier extends Supplier {
  override readonly name = 'codeswholesale';
  override readonly references = 'listed';
  /** One answer brings all keys: twenty pictures of 1 MB, as base64, take 28 of the 32 MB that are read of it. */
  override readonly mostPerOrder = 20;
  private readonly http: SupplierHttp;
  private readonly unknown = new UnknownWords();
  private readonly currencies = new UnknownWords();
  private token: { readonly text: string; readonly goodUntil: number } | null = null;
  private isAccountKnown = false;

  constructor(
    private readonly settings: CodesWholesaleSettings,
    limits: HttpLimits = USUAL_LIMITS,
  ) {
    super();
    this.http = new SupplierHttp(settings.apiUrl, limits);
  }

  override breaker(): BreakerState {
    return this.http.breaker();
  }

  override async offers(cursor: string | null): Promise<OfferPage> {
    const before = pageBefore(cursor);
    const query = cursor === null ? '' : `?continuationToken=${encodeURIComponent(before.token)}`;
    const page = await this.read(`/v3/products${query}`, pageAnswer);
    return { ...(await this.offersOf(page.items)), next: nextCursor(before, page.continuationToken), lines: [] };
  }

  override async product(supplierProductId: string): Promise<OfferPage> {
    const { items } = await this.read(`/v3/products?productIds=${encodeURIComponent(supplierProductId)}`, pageAnswer);
    const { offers: all, skipped } = await this.offersOf(items);
    const offers = all.filter((offer) => offer.supplierProductId === supplierProductId);
    return { offers, products: offers.length, skipped, next: null, lines: [] };
  }

  override hints(message: SupplierMessage): Hint[] {
    return codesWholesaleHints(message, this.settings);
  }

  /** Whether a second order with the same `orderId` is refused is not documented. */
  override async order({ reference, supplierProductId, quantity, priceMinor }: OrderRequest): Promise<SupplierOrder> {
    const products = [{ productId: supplierProductId, quantity, price: priceMinor / 100 }];
    const body = JSON.stringify({ orderId: reference, allowPreOrder: false, products });
    const headers = { ...(await this.headers()), 'content-type': 'application/json' };
    try {
      return this.orderFrom(await this.http.write({ method: 'POST', path: '/v3/orders', body, headers, answer: historyAnswer }));
    } catch (error) {
      throw error instanceof AnswerRefused ? this.refusalOf(error) : error;
    }
  }

  /**
   * Through the history of the days around: days of the supplier may begin at another hour. That a history goes on behind a token, as lists of
   * products do, is not documented. What may hold the order and cannot be read must not be taken for a history without it: it would be
   * bought again.
   */
  override async find(reference: string, sentAt: Date): Promise<SupplierOrder | null> {
    const day = (days: number) => new Date(sentAt.getTime() + days * DAY_MS).toISOString().slice(0, 10);
    const path = `/v3/orders?startFrom=${day(-1)}&endOn=${day(2)}`;
    let cursor: string | null = null;
    const lastAt = performance.now() + LAST_PAGE_WITHIN_MS;
    for (let pages = 0; pages < MOST_HISTORY_PAGES; pages += 1) {
      const token: string = cursor === null ? '' : `&continuationToken=${encodeURIComponent(cursor)}`;
      const { items, continuationToken }: z.output<typeof pageAnswer> = await this.read(`${path}${token}`, pageAnswer);
      const { read, skipped } = readable(
        foundAnswer,
        items.filter((item) => mayHave(item, reference)),
      );
      if (read[0]) return this.orderFrom(read[0]);
      if (skipped > 0) throw new SupplierAway('An order in its history cannot be read.');
      if (!continuationToken) return null;
      if (continuationToken === cursor) break;
      if (performance.now() > lastAt) throw new SupplierAway('Its history of orders takes too long.');
      cursor = continuationToken;
    }
    throw new SupplierAway('Its history of orders does not end.');
  }

  override async orderOf(orderId: string): Promise<SupplierOrder> {
    return this.orderFrom(await this.read(`/v3/orders/${encodeURIComponent(orderId)}`, historyAnswer));
  }

  override async keys(orderId: string): Promise<SupplierKey[]> {
    const { products } = await this.read(`/v3/orders/${encodeURIComponent(orderId)}`, codesAnswer);
    return keysOf(
      codeAnswer,
      products.flatMap(({ codes }) => codes),
      keyOf,
    );
  }

  override unknownStatuses(): readonly string[] {
    return this.unknown.all();
  }

  override otherCurrencies(): readonly string[] {
    return this.currencies.all();
  }

  override async balance(): Promise<number> {
    const { currentBalance, totalToUse, currency } = await this.read('/v3/accounts/current', accountAnswer);
    this.demandAccount(currency);
    const minor = minorOfBalance(totalToUse ?? currentBalance);
    if (minor === null) throw new SupplierAway('Its balance is no amount.');
    return minor;
  }

  private async offersOf(items: readonly unknown[]): Promise<Pick<OfferPage, 'offers' | 'products' | 'skipped'>> {
    const { read, skipped } = readable(productAnswer, items);
    await this.knowAccount();
    return { offers: read.map(offerOf), products: read.length, skipped };
  }

  /** Before its first offer, or with its balance: orders do not ask, as it would take of the time of their lease. */
  private async knowAccount(): Promise<void> {
    if (!this.isAccountKnown) this.demandAccount((await this.read('/v3/accounts/current', currencyAnswer)).currency);
  }

  /** No offer is read of an account in another currency, also of one that was switched to it. */
  private demandAccount(currency: unknown): void {
    this.isAccountKnown = isInEuros(currency);
    demandEuros(currency);
  }

  /** A status that is not known is one that may still change, and that staff should hear of. So should they of another currency. */
  private orderFrom({ orderId, status, totalPrice, currency }: z.output<typeof historyAnswer>): SupplierOrder {
    const state = COMPLETE.test(status) ? 'complete' : ENDED.test(status) ? 'ended' : 'open';
    if (state === 'open' && !OPEN.test(status)) this.unknown.note(status);
    if (isInEuros(currency)) return { orderId, state, costMinor: totalPrice ?? null };
    this.currencies.note(currencyWord(currency));
    return { orderId, state, costMinor: null };
  }

  private refusalOf(refused: AnswerRefused): SupplierAway | SupplierRefused {
    if (refused.status === 401) {
      this.token = null;
      return new SupplierAway('It did not take the token.');
    }
    const code = refusalAnswer.safeParse(refused.body).data?.code;
    return new SupplierRefused(`It answered ${refused.status} with code ${code ?? 'unknown'}.`, { isOutOfFunds: code === BALANCE_TOO_LOW });
  }

  /** A token that the supplier has forgotten is asked for once more. */
  private async read<T>(path: string, answer: z.ZodType<T>): Promise<T> {
    const isKept = this.token !== null;
    try {
      return await this.http.read({ method: 'GET', path, headers: await this.headers(), answer });
    } catch (error) {
      if (!isKept || !(error instanceof SupplierRefused)) throw error;
      this.token = null;
      return this.http.read({ method: 'GET', path, headers: await this.headers(), answer });
    }
  }

  private async headers(): Promise<Record<string, string>> {
    if (this.token === null || performance.now() > this.token.goodUntil) {
      const body = new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: this.settings.clientId,
        client_secret: this.settings.clientSecret,
      });
      const { access_token: text, expires_in: seconds } = await this.http.read({
        method: 'POST',
        path: '/oauth/token',
        body,
        answer: tokenAnswer,
      });
      this.token = { text, goodUntil: performance.now() + seconds * 1000 - RENEW_BEFORE_MS };
    }
    return { authorization: `Bearer ${this.token.text}` };
  }
}

/** Whether an order of the history has a reference, or does not say which one. */
function mayHave(item: unknown, reference: string): boolean {
  const { data } = referenceAnswer.safeParse(item);
  return data === undefined || data.clientOrderId === reference;
}

/** A pre-ordered code is none yet. One of a type that is not documented is there, and is shown to nobody as what it may not be. */
function keyOf({ codeId, codeType, code }: z.output<typeof codeAnswer>): SupplierKey[] {
  if (code === null || code === undefined || /pre_?order/i.test(codeType)) return [];
  if (codeType === 'CODE_TEXT') return [{ id: codeId, secret: textSecret(code) }];
  return [{ id: codeId, secret: codeType === 'CODE_IMAGE' ? pictureSecret(code) : null }];
}

function offerOf({ productId, name, quantity, prices }: z.output<typeof productAnswer>): SupplierOffer {
  // Prices by quantity: the one for a single key.
  const single = prices.find(({ from }) => (from ?? 1) <= 1);
  const priceMinor = (single ?? prices[0]).value;
  return { offerId: productId, supplierProductId: productId, kinguinId: null, name, priceMinor, currency: SUPPLIER_CURRENCY, quantity };
}
