import { type ActivationLimits, chargedMinor, COVER_WIDTHS, type Currency, MOST_PER_LINE, toMajor } from '@keyturn/shop-rules';
import { Catalogue, type Offer, type ProductRef, refKey } from '../application/catalogue.ts';
import type { CardView } from '../application/product-card.ts';

export interface CataloguedProduct {
  readonly offer: Offer;
  readonly isHidden?: boolean;
}

/** Holds what a test puts in. `stock` and `offered` are what was recorded; `locked` the products locked so far, in order. */
export class InMemoryCatalogue extends Catalogue {
  readonly stock = new Map<string, number>();
  readonly offered = new Map<string, number>();
  readonly locked: string[] = [];

  constructor(private readonly products: readonly CataloguedProduct[]) {
    super();
  }

  override async offers(refs: readonly ProductRef[]): Promise<ReadonlyMap<string, Offer>> {
    const wanted = new Set(refs.map(refKey));
    return new Map(
      this.shown()
        .filter(({ ref }) => wanted.has(refKey(ref)))
        .map((offer) => [refKey(offer.ref), offer]),
    );
  }

  override async cards(productIds: readonly string[]): Promise<ReadonlyMap<string, CardView>> {
    return new Map(
      this.shown()
        .filter(({ productId }) => productIds.includes(productId))
        .map((offer) => [offer.productId, this.cardOf(offer)]),
    );
  }

  override async productIds(names: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const known = new Map(
      this.products.flatMap(({ offer }) => [[offer.productId, offer.productId] as const, [offer.ref.id, offer.productId] as const]),
    );
    return new Map(names.flatMap((name) => (known.has(name) ? [[name, known.get(name) ?? name] as const] : [])));
  }

  override async lockListings(productIds: readonly string[]): Promise<void> {
    this.locked.push(...[...new Set(productIds)].sort());
  }

  override async tryLockListings(productIds: readonly string[]): Promise<ReadonlySet<string>> {
    await this.lockListings(productIds);
    return new Set();
  }

  override async changeStock(differences: ReadonlyMap<string, number>): Promise<void> {
    for (const [productId, difference] of differences)
      if (this.products.some(({ offer }) => offer.productId === productId))
        this.stock.set(productId, Math.max(0, (this.stock.get(productId) ?? 0) + difference));
  }

  override async setOffered(quantities: ReadonlyMap<string, number>): Promise<void> {
    for (const [productId, quantity] of quantities) this.offered.set(productId, quantity);
  }

  override async charged(productIds: readonly string[]): Promise<ReadonlyMap<string, Readonly<Record<Currency, number>>>> {
    const known = this.products.map(({ offer }) => offer).filter(({ productId }) => productIds.includes(productId));
    return new Map(
      known.map(({ productId, prices: { Eur, Usd, Pln, Gbp } }) => [
        productId,
        { Eur: chargedMinor(Eur), Usd: chargedMinor(Usd), Pln: chargedMinor(Pln), Gbp: chargedMinor(Gbp) },
      ]),
    );
  }

  override async activations(productIds: readonly string[]): Promise<ReadonlyMap<string, ActivationLimits>> {
    const known = this.products.map(({ offer }) => offer).filter(({ productId }) => productIds.includes(productId));
    return new Map(known.map(({ productId, activation }) => [productId, activation]));
  }

  override async shownStock(productIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const known = this.products.map(({ offer }) => offer.productId).filter((id) => productIds.includes(id));
    return new Map(known.map((id) => [id, this.stock.get(id) ?? 0]));
  }

  private shown(): Offer[] {
    return this.products.filter(({ isHidden }) => isHidden !== true).map(({ offer }) => offer);
  }

  private cardOf({ productId, ref, name, platform, category, coverImage, prices, limitPerBasket }: Offer): CardView {
    const stock = (this.stock.get(productId) ?? 0) + (this.offered.get(productId) ?? 0);
    const off = (minor: number | null) => (minor === null ? null : toMajor(minor));
    return {
      ...(ref.type === 'game' ? { kinguinId: Number(ref.id) } : { productName: name }),
      _id: productId,
      type: ref.type,
      productId: '',
      name,
      platform,
      category,
      genres: [],
      regions: [],
      releaseDate: null,
      mainImage: coverImage.replace(/-\d+\./, `-${COVER_WIDTHS[2]}.`),
      price: toMajor(prices.Eur.listMinor),
      sellPrice: toMajor(prices.Eur.listMinor),
      usdPrice: toMajor(prices.Usd.listMinor),
      plnPrice: toMajor(prices.Pln.listMinor),
      gbpPrice: toMajor(prices.Gbp.listMinor),
      is_discounted: prices.Eur.discountedMinor !== null,
      discount_perc: 0,
      new_price: off(prices.Eur.discountedMinor),
      usdPriceDiscounted: off(prices.Usd.discountedMinor),
      plnPriceDiscounted: off(prices.Pln.discountedMinor),
      gbpPriceDiscounted: off(prices.Gbp.discountedMinor),
      limt_per_basket: limitPerBasket,
      cheapestOfferId: [],
      qty: stock,
      mqte: Math.min(stock, limitPerBasket ?? MOST_PER_LINE, MOST_PER_LINE),
    };
  }
}
