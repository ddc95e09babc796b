import { Injectable } from '@nestjs/common';
import { Clock, Letters, Transaction } from '../../../shared/ports.ts';
import { refundLetter } from './order-letters.ts';
import { Orders } from './ports.ts';

/** Notes that the whole payment went back and has the buyer told. A repeat changes nothing. */
@Injectable()
export class RecordRefund {
  constructor(
    private readonly orders: Orders,
    private readonly letters: Letters,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  run(orderId: string, actor: string): Promise<void> {
    return this.transaction.run(async () => {
      const order = await this.orders.forUpdate(orderId);
      const events = order?.refundFully({ at: this.clock.now(), actor }) ?? [];
      if (!order || events.length === 0) return;
      await this.orders.save(order, events);
      await this.letters.plan(refundLetter(order.id));
    });
  }
}
