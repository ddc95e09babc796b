import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Clock } from '../../../shared/ports.ts';
import { Wishlists } from '../application/ports.ts';

@Injectable()
export class SqlWishlists extends Wishlists {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async ofUser(userId: string): Promise<string[]> {
    const { rows } = await sql<{ product_id: string }>`select product_id from wishlist_item
      where user_id = ${userId} order by position desc`.execute(this.em.getKysely());
    return rows.map((row) => row.product_id);
  }

  override async change(
    userId: string,
    { added, removed, most }: { added: readonly string[]; removed: readonly string[]; most: number },
  ): Promise<void> {
    const db = this.em.getKysely();
    // One writer at a time, because positions are counted.
    await sql`select 1 from shop_user where id = ${userId} for no key update`.execute(db);
    await sql`delete from wishlist_item where user_id = ${userId} and product_id = any(${[...removed]}::text[])`.execute(db);
    await sql`insert into wishlist_item (user_id, product_id, position, added_at)
      select ${userId}, wanted.id, coalesce((select max(position) from wishlist_item where user_id = ${userId}), 0) + wanted.place, ${this.clock.now()}
      from unnest(${[...added].reverse()}::text[]) with ordinality as wanted (id, place)
      on conflict (user_id, product_id) do nothing`.execute(db);
    await sql`delete from wishlist_item where user_id = ${userId} and product_id in (
      select product_id from wishlist_item where user_id = ${userId} order by position desc offset ${most})`.execute(db);
  }
}
