import { type OfferPage, type SupplierOffer, SUPPLIER_CURRENCY } from '../application/ports.ts';
import { InMemorySupplier } from './in-memory-supplier.ts';

const PAGE = 100;
const PIECES = 1000;
/** One product in so many costs something else each time, and another one has fewer pieces. */
const MOVED = 10;
/** The genre of products that fill one page of a list: spread over all, and what they offer changes by `quantities` alone. */
export const WATCHED_GENRE = 'Racing';
const WATCHED = 16;

/** Has so many products, and answers at once. */
export class LargeSupplier extends InMemorySupplier {
  reading = 0;
  /** Pieces of products, by kinguinId, in the place of what they would have. */
  readonly quantities = new Map<number, number>();
  /** kinguinIds of products with the genre that is watched. */
  readonly watched: readonly number[];

  constructor(private readonly size: number) {
    super();
    this.watched = Array.from({ length: WATCHED }, (_, index) => (size / WATCHED) * index + 5);
  }

  override async offers(cursor: string | null): Promise<OfferPage> {
    const from = Number(cursor ?? 0);
    if (from === 0) this.reading += 1;
    const ids = Array.from({ length: PAGE }, (_, index) => from + index + 1);
    const end = from + PAGE;
    return { ...this.pageOf(ids), next: end < this.size ? String(end) : null };
  }

  override async product(supplierProductId: string): Promise<OfferPage> {
    return { ...this.pageOf([Number(supplierProductId)]), next: null };
  }

  private pageOf(ids: readonly number[]) {
    const lines = ids.map((id) =>
      JSON.stringify({
        ...{ kinguinId: id, name: `Game ${id}`, productId: `feed-${id}`, platform: 'Steam', price: 5 },
        genres: ['Action', ...(this.watched.includes(id) ? [WATCHED_GENRE] : [])],
      }),
    );
    return { offers: ids.map((id) => this.offerOf(id)), products: ids.length, skipped: 0, lines };
  }

  private offerOf(id: number): SupplierOffer {
    return {
      offerId: `offer-${id}`,
      supplierProductId: String(id),
      kinguinId: id,
      name: `Game ${id}`,
      priceMinor: 500 + (id % MOVED === 0 ? this.reading : 0),
      currency: SUPPLIER_CURRENCY,
      quantity: this.quantities.get(id) ?? PIECES - (id % MOVED === 1 ? this.reading : 0),
    };
  }
}
