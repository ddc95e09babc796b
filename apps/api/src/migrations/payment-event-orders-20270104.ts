import { Migration } from '@mikro-orm/migrations';

/** Events of the payment provider by the order that they name: an erasure finds those of refused cards by nothing else. */
export class PaymentEventOrders20270104 extends Migration {
  override up(): void {
    this.addSql(`create index if not exists payment_event_of_order on payment_event ((payload #>> '{data,object,metadata,order_id}'))
      where payload #>> '{data,object,metadata,order_id}' is not null`);
  }
}
