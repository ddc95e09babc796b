import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { type KeyOrderReads, KeyOrders } from '../../stock/index.ts';

/** Implements stock's port about the orders of its keys. */
@Injectable()
export class SqlKeyOrders implements KeyOrderReads {
  constructor(
    private readonly em: EntityManager,
    keyOrders: KeyOrders,
  ) {
    keyOrders.register(this);
  }

  async numbers(orderIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (orderIds.length === 0) return new Map();
    const { rows } = await sql<{ id: string; number: string }>`select id, number from shop_order
      where id = any(${[...new Set(orderIds)]}::text[])`.execute(this.em.getKysely());
    return new Map(rows.map(({ id, number }) => [id, number]));
  }

  async pending(orderIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (orderIds.length === 0) return new Set();
    const { rows } = await sql<{ id: string }>`select id from shop_order
      where id = any(${[...new Set(orderIds)]}::text[]) and status = 'pending'`.execute(this.em.getKysely());
    return new Set(rows.map(({ id }) => id));
  }
}
