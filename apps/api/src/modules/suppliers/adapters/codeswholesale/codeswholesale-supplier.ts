import { z } from 'zod';
import type { CodesWholesaleSettings } from '../../../../platform/config/supplier-settings.ts';
import { type BreakerState, type OfferPage, Supplier, type SupplierOffer } from '../../application/ports.ts';
import { minorOfEuros } from '../../domain/amount.ts';
import { SupplierAway, SupplierRefused } from '../../domain/supplier-errors.ts';
import { feedId, feedName, feedPrice, feedQuantity, readable } from '../http/feed-fields.ts';
import { type HttpLimits, SupplierHttp, USUAL_LIMITS } from '../http/supplier-http.ts';

/** A token is renewed so long before its end. */
const RENEW_BEFORE_MS = 60_000;

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
const priceAnswer = z.object({ value: feedPrice, from: z.int().nullish() });
const productAnswer = z.object({
  productId: feedId,
  name: feedName,
  quantity: feedQuantity,
  prices: z.tuple([priceAnswer], priceAnswer),
});
const pageAnswer = z.object({ items: z.array(z.unknown()), continuationToken: z.string().nullish() });
const accountAnswer = z.object({ currentBalance: z.number(), totalToUse: z.number().optional() });

/** The API v3 of CodesWholesale. Prices are those of the account, which must be in euros. */
export class CodesWholesaleSupplier extends Supplier {
  override readonly name = 'codeswholesale';
  private readonly http: SupplierHttp;
  private token: { readonly text: string; readonly goodUntil: number } | null = null;

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
    const query = cursor === null ? '' : `?continuationToken=${encodeURIComponent(cursor)}`;
    const page = await this.read(`/v3/products${query}`, pageAnswer);
    const { read, skipped } = readable(productAnswer, page.items);
    const next = page.continuationToken || null;
    // A token that leads to itself would never end.
    return { offers: read.map(offerOf), products: read.length, skipped, next: next === cursor ? null : next };
  }

  override async balance(): Promise<number> {
    const { currentBalance, totalToUse } = await this.read('/v3/accounts/current', accountAnswer);
    const minor = minorOfEuros(totalToUse ?? currentBalance);
    if (minor === null) throw new SupplierAway('Its balance is no amount.');
    return minor;
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

function offerOf({ productId, name, quantity, prices }: z.output<typeof productAnswer>): SupplierOffer {
  // Prices by quantity: the one for a single key.
  const single = prices.find(({ from }) => (from ?? 1) <= 1);
  return { offerId: productId, supplierProductId: productId, kinguinId: null, name, priceMinor: (single ?? prices[0]).value, quantity };
}
