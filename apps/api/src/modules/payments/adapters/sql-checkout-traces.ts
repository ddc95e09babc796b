import { Injectable } from '@nestjs/common';
import { ReadDatabase } from '../../../platform/database/read-database.ts';
import { OrderReads } from '../../orders/index.ts';

/** The trace of the request that placed an order, continued by its payment. Read only while tracing is on. */
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
