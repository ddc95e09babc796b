import { Injectable } from '@nestjs/common';
import { Transaction } from '../../../../shared/ports.ts';
import { Catalogue } from '../../../catalog/index.ts';
import { type EuroOffer, type SupplierName, SupplierOffers } from '../ports.ts';

interface ProductOfSupplier {
  readonly supplierProductId: string;
  /** Null where the supplier does not know Kinguin's ids. */
  readonly kinguinId: number | null;
}

/** Stores offers with the products of the shop that they are for: as staff linked them, else by kinguinId. */
@Injectable()
export class TakeInOffers {
  constructor(
    private readonly offers: SupplierOffers,
    private readonly catalogue: Catalogue,
    private readonly transaction: Transaction,
  ) {}

  /**
   * In a transaction of its own. `seenAt`: a moment before the supplier was asked, because what is ordered from then on these offers may not
   * show. Returns the products of the shop that have them.
   */
  run(supplier: SupplierName, offers: readonly EuroOffer[], seenAt: Date): Promise<string[]> {
    return this.transaction.run(() => this.put(supplier, offers, seenAt));
  }

  /** The same of all offers of one product; others that it had are removed, but for those that were seen later. */
  replace(supplier: SupplierName, supplierProductId: string, offers: readonly EuroOffer[], seenAt: Date): Promise<string[]> {
    return this.transaction.run(async () => {
      const productIds = await this.put(supplier, offers, seenAt);
      const kept = offers.map(({ offerId }) => offerId);
      const left = await this.offers.dropOthers(supplier, supplierProductId, kept, seenAt);
      return [...productIds, ...left];
    });
  }

  /** The product of the shop that each of these is, by the supplier's id; others are missing. */
  async productIds(supplier: SupplierName, products: readonly ProductOfSupplier[]): Promise<ReadonlyMap<string, string>> {
    const links = await this.offers.links(supplier, [...new Set(products.map(({ supplierProductId }) => supplierProductId))]);
    const names = products.flatMap(({ kinguinId }) => (kinguinId === null ? [] : [String(kinguinId)]));
    const known = names.length === 0 ? new Map<string, string>() : await this.catalogue.productIds([...new Set(names)]);
    return new Map(
      products.flatMap(({ supplierProductId, kinguinId }) => {
        const id = links.get(supplierProductId) ?? known.get(String(kinguinId));
        return id === undefined ? [] : [[supplierProductId, id] as const];
      }),
    );
  }

  private async put(supplier: SupplierName, offers: readonly EuroOffer[], seenAt: Date): Promise<string[]> {
    const ids = await this.productIds(supplier, offers);
    const linked = offers.map((offer) => ({ ...offer, productId: ids.get(offer.supplierProductId) ?? null }));
    await this.offers.put(supplier, linked, seenAt);
    return linked.flatMap(({ productId }) => productId ?? []);
  }
}
