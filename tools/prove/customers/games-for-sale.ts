import { type ActivationLimits, activationIn } from '@keyturn/shop-rules';
import type pg from 'pg';

/** Where all customers of campaigns live. */
export const COUNTRY = 'DE';

interface GameForSale {
  readonly id: string;
  readonly kinguinId: number;
  readonly name: string;
  readonly priceMinor: number;
  /** Whether a supplier has it. */
  readonly isOffered: boolean;
}

/** Games of which one cart may hold several pieces, and which activate where customers live: no checkout is refused for another reason. By id. */
export async function gamesForSale(database: pg.Pool): Promise<GameForSale[]> {
  const { rows } = await database.query<GameForSale & { readonly limits: ActivationLimits }>(
    `select p.id, p.kinguin_id as "kinguinId", p.name, l.eur_minor as "priceMinor",
        exists (select from supplier_offer o where o.product_id = p.id) as "isOffered",
        json_build_object('regionId', p.region_id, 'regionalLimitations', p.regional_limitations,
          'countryLimitation', p.country_limitation, 'regions', p.regions) as limits
      from product p join listing l on l.product_id = p.id
      where p.type = 'game' and l.eur_minor > 100 and not l.is_hidden and coalesce(l.limit_per_basket, 9) > 1 order by p.id`,
  );
  return rows.filter(({ limits }) => activationIn(limits, COUNTRY) !== 'no');
}
