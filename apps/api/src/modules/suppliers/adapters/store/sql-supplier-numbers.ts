import { Injectable } from '@nestjs/common';
import { ReadDatabase } from '../../../../platform/database/read-database.ts';
import { type SupplierNumberReads, SupplierNumbers } from '../../../orders/index.ts';
import { SUPPLIER_NAMES } from '../../application/ports.ts';

/**
 * A key that was bought in place of another one changes no number that a buyer has seen. Of a late order that no buyer paid for, the keys are
 * in stock.
 */
const NUMBERS_OF_ORDERS = `select distinct on (order_id) order_id, supplier_order_id as number from purchase
  cross join lateral (select min(added_at) as at from purchased_key where purchase_id = purchase.id and not is_known) came
  where order_id = any($1) and supplier_order_id is not null and replaces_key_id is null
    and charged_pieces is distinct from 0 and came.at is not null
  order by order_id, came.at, id`;
/** Two parts, for two partial indexes. */
const ORDERS_WITH_NUMBER = `select order_id from purchase where supplier = any($1) and supplier_order_id = $2 and state in ('complete', 'ended')
  union select order_id from purchase where supplier = any($1) and supplier_order_id = $2 and state = 'ordered'`;

/** Implements the port of orders about what suppliers call theirs. */
@Injectable()
export class SqlSupplierNumbers implements SupplierNumberReads {
  constructor(
    private readonly database: ReadDatabase,
    numbers: SupplierNumbers,
  ) {
    numbers.register(this);
  }

  async numbers(orderIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.database.rows<{ order_id: string; number: string }>('numbers-of-supplier-orders', NUMBERS_OF_ORDERS, [
      orderIds,
    ]);
    return new Map(rows.map(({ order_id, number }) => [order_id, number]));
  }

  async ordersWith(number: string): Promise<string[]> {
    const rows = await this.database.rows<{ order_id: string }>('orders-with-supplier-number', ORDERS_WITH_NUMBER, [
      SUPPLIER_NAMES,
      number,
    ]);
    return rows.map(({ order_id }) => order_id);
  }
}
