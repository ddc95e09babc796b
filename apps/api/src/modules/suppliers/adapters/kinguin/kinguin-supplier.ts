import { z } from 'zod';
import type { KinguinSettings } from '../../../../platform/config/supplier-settings.ts';
import { type BreakerState, type OfferPage, Supplier, type SupplierOffer } from '../../application/ports.ts';
import { feedId, feedName, feedPrice, feedQuantity, readable } from '../http/feed-fields.ts';
import { minorOfEuros } from '../../domain/amount.ts';
import { type HttpLimits, SupplierHttp, type SupplierRequest, USUAL_LIMITS } from '../http/supplier-http.ts';
import { SupplierAway } from '../../domain/supplier-errors.ts';

/** The most that the API gives. */
const PAGE = 100;

const offerAnswer = z.object({ offerId: feedId, price: feedPrice, qty: feedQuantity, isPreorder: z.boolean().default(false) });
const productAnswer = z.object({
  kinguinId: z.int().min(1).max(2_147_483_647),
  name: feedName,
  isPreorder: z.boolean().default(false),
  offers: z.array(z.unknown()).default([]),
});
const pageAnswer = z.object({ results: z.array(z.unknown()), item_count: z.int().min(0) });
const balanceAnswer = z.object({ balance: z.number() });

/** The eCommerce API of Kinguin, v1 and v2. Source: github.com/kinguinltdhk/Kinguin-eCommerce-API */
export class KinguinSupplier extends Supplier {
  override readonly name = 'kinguin';
  private readonly http: SupplierHttp;

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
    const number = Number(cursor ?? 1);
    const path = `/v1/products?page=${number}&limit=${PAGE}&sortBy=kinguinId&sortType=asc`;
    const page = await this.http.read(this.asked(path, pageAnswer));
    const { read, skipped } = readable(productAnswer, page.results);
    const offers = read.filter(({ isPreorder }) => !isPreorder).map(offersOf);
    const isLast = page.results.length === 0 || number * PAGE >= page.item_count;
    return {
      offers: offers.flatMap((of) => of.offers),
      products: read.length,
      skipped: skipped + offers.reduce((sum, of) => sum + of.skipped, 0),
      next: isLast ? null : String(number + 1),
    };
  }

  override async balance(): Promise<number> {
    const { balance } = await this.http.read(this.asked('/v1/balance', balanceAnswer));
    const minor = minorOfEuros(balance);
    if (minor === null) throw new SupplierAway('Its balance is no amount.');
    return minor;
  }

  private asked<T>(path: string, answer: z.ZodType<T>): SupplierRequest<T> {
    return { method: 'GET', path, headers: { 'x-api-key': this.settings.apiKey }, answer };
  }
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
      quantity: qty,
    })),
    skipped,
  };
}
