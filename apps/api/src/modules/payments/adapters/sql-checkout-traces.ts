import { Injectable } from '@nestjs/common';
import { ReadDatabase } from '../../../platform/database/read-database.ts';

/** The trace in which an order was placed, so that what its payment sets off goes on with it. Asked for while traces are collected only. */
@Injectable()
export class SqlCheckoutTraces {
  constructor(private readonly database: ReadDatabase) {}

  async ofEvent(eventId: string): Promise<string | undefined> {
    const [row] = await this.database.rows<{ traceparent: string | null }>(
      'trace-of-event',
      `select placed.origin ->> 'traceparent' as traceparent from payment_event
        join shop_order on shop_order.session_id = payment_event.session_id
        join order_event placed on placed.order_id = shop_order.id and placed.kind = 'placed'
        where payment_event.id = $1`,
      [eventId],
    );
    return row?.traceparent ?? undefined;
  }
}
