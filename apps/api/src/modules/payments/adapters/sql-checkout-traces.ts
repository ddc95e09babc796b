import { Injectable } from '@nestjs/common';
import { ReadDatabase } from '../../../platform/database/read-database.ts';
import { OrderReads } from '../../orders/index.ts';

/** The trace in which an order was placed, so that what its payment sets off goes on with it. Asked for while traces are collected only. */
@Injectable()
export class SqlCheckoutTraces {
  constructor(
    private readonly database: ReadDatabase,
    private readonly orders: OrderReads,
  ) {}

  async ofEvent(eventId: string): Promise<string | undefined> {
    const [event] = await this.database.rows<{ session_id: string | null }>(
      'session-of-event',
      'select session_id from payment_event where id = $1',
      [eventId],
    );
    if (!event?.session_id) return undefined;
    return (await this.orders.traceOf(event.session_id)) ?? undefined;
  }
}
