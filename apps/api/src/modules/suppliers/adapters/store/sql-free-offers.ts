import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { LOCKS } from '../../../../platform/database/locks.ts';
import { type FreeOffer, FreeOffers, type FreeOffersQuery } from '../../application/sellable-offers.ts';
import { rowsOf } from './rows.ts';
import { refusedOffers } from './sql-refused-offers.ts';

/** More offers of one product are never needed. */
const MOST_OF_PRODUCT = 50;

@Injectable()
export class SqlFreeOffers extends FreeOffers {
  constructor(private readonly em: EntityManager) {
    super();
  }

  override async lock(productIds: readonly string[]): Promise<void> {
    for (const productId of [...new Set(productIds)].toSorted())
      await rowsOf(this.em, sql`select pg_advisory_xact_lock(${LOCKS.offers}, hashtext(${productId}))`);
  }

  /**
   * An order that was answered after the offer was asked for, its quantity may not show yet. Of a purchase that was never answered nobody
   * knows when it was ordered: it counts while it is open, then as of its end. Purchases of earlier versions do not say when they were
   * answered: their end counts, else their start.
   */
  override async of({ productIds, suppliers, seenSince, refusedSince, at, ownOrders }: FreeOffersQuery): Promise<FreeOffer[]> {
    const rows = await rowsOf<FreeOffer>(
      this.em,
      sql`with refused as materialized (
          ${refusedOffers(refusedSince)}
        )
        select free.* from unnest(${[...new Set(productIds)]}::text[]) as asked (id) cross join lateral (
          select supplier, product_id as "productId", supplier_product_id as "supplierProductId", offer_id as "offerId",
            price_minor as "priceMinor", seen_at as "seenAt",
            quantity - (
              select coalesce(sum(quantity), 0) from commitment where commitment.supplier = offer.supplier
                and commitment.offer_id = offer.offer_id and until > ${at} and not order_id = any(${[...ownOrders]}::text[])
            )::integer - (
              select coalesce(sum(quantity), 0) from purchase where purchase.supplier = offer.supplier
                and purchase.offer_id = offer.offer_id and state in ('planned', 'sent')
            )::integer - (
              select coalesce(sum(quantity), 0) from purchase where purchase.supplier = offer.supplier
                and purchase.offer_id = offer.offer_id and state in ('ordered', 'complete', 'unclear')
                and coalesce(ordered_at, closed_at, sent_at) >= offer.seen_at
            )::integer as quantity
          from supplier_offer as offer where product_id = asked.id and supplier = any(${[...suppliers]}::text[]) and quantity > 0
            and seen_at >= ${seenSince} and not exists (
              select from refused where refused.supplier = offer.supplier and (is_out_of_funds or refused.offer_id = offer.offer_id)
            )
          order by price_minor, supplier, offer_id limit ${MOST_OF_PRODUCT}
        ) free where free.quantity > 0 order by free."productId", free."priceMinor", free.supplier, free."offerId"`,
    );
    return rows.map((row) => ({ ...row, seenAt: new Date(row.seenAt) }));
  }
}
