import { Migration } from '@mikro-orm/migrations';

/** Disputes of payments, and the evidence that the shop assembles and staff submit. */
export class Disputes20261212 extends Migration {
  override up(): void {
    this.addSql(`create table payment_dispute (
      id text primary key,
      provider text not null,
      id_at_provider text not null,
      order_id text not null references shop_order (id),
      payment_id text not null,
      reason text not null,
      amount_minor integer not null,
      currency text not null,
      due_at timestamptz,
      opened_at timestamptz not null,
      state text not null check (state in ('waiting', 'assembled', 'edited', 'submitted', 'closed')),
      version integer not null default 0,
      evidence jsonb,
      assembled_at timestamptz,
      submitted_at timestamptz,
      submitted_by text,
      outcome text check (outcome in ('won', 'lost')),
      ended_at timestamptz,
      closed_by text
    )`);
    this.addSql('create index payment_dispute_of_order on payment_dispute (order_id)');
    this.addSql('create index payment_dispute_of_payment on payment_dispute (payment_id)');
    this.addSql(`create index payment_dispute_waiting on payment_dispute (opened_at) where state = 'waiting'`);
    this.addSql(`create index payment_dispute_due on payment_dispute (due_at) where state in ('waiting', 'assembled', 'edited')`);
    this.addSql('create index payment_dispute_ended on payment_dispute (ended_at) where ended_at is not null');
    // Earlier payments of the same browser are evidence.
    this.addSql('create index shop_order_paid_by_browser on shop_order (browser_id, paid_at) where paid_at is not null');
  }
}
