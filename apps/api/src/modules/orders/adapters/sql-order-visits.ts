import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { MOST_VISITS_A_DAY, type OrderVisit, OrderVisits, type Shown, type Visitor } from '../application/views/order-visits.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

@Injectable()
export class SqlOrderVisits extends OrderVisits {
  constructor(private readonly em: EntityManager) {
    super();
  }

  override async note(orderIds: readonly string[], shown: Exclude<Shown, 'keys'>, by: Visitor, at: Date): Promise<void> {
    if (orderIds.length === 0) return;
    const { viewer, address, browser, browserId } = by;
    const recently = new Date(at.getTime() - HOUR_MS);
    const yesterday = new Date(at.getTime() - DAY_MS);
    await sql`insert into order_visit (order_id, shown, viewer, address, browser, is_buying_browser, at)
      select id, ${shown}, ${viewer}, ${address}, ${browser}::text, browser_id <> '' and browser_id = coalesce(${browserId}::text, ''), ${at}
      from shop_order where id = any(${[...orderIds]}::text[]) and not exists (
        select from order_visit where order_id = shop_order.id and at > ${recently} and shown = ${shown} and viewer = ${viewer}
          and address = ${address} and browser is not distinct from ${browser}::text) and ${MOST_VISITS_A_DAY} > (
        select count(*) from order_visit where order_id = shop_order.id and at > ${yesterday} and shown = ${shown})`.execute(
      this.em.getKysely(),
    );
  }

  override async noteReveal(orderId: string, revealId: string, by: Visitor, at: Date): Promise<void> {
    const { viewer, address, browser, browserId } = by;
    await sql`insert into order_visit (order_id, shown, reveal_id, viewer, address, browser, is_buying_browser, at)
      select id, 'keys', ${revealId}::bigint, ${viewer}, ${address}, ${browser}::text, browser_id <> '' and browser_id = coalesce(${browserId}::text, ''), ${at}
      from shop_order where id = ${orderId}`.execute(this.em.getKysely());
  }

  override async ofOrder(orderId: string): Promise<OrderVisit[]> {
    const { rows } = await sql<Omit<OrderVisit, 'at'> & { readonly at: string }>`
      select shown, reveal_id::text as "revealId", viewer, address, browser, is_buying_browser as "isBuyingBrowser", at from order_visit
      where order_id = ${orderId} order by at, id`.execute(this.em.getKysely());
    return rows.map(({ at, ...visit }) => ({ ...visit, at: new Date(at) }));
  }
}
