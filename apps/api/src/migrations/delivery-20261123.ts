import { Migration } from '@mikro-orm/migrations';

/** Deliveries that are tried for a day, jobs that start later, and paid orders that wait for keys. */
export class Delivery20261123 extends Migration {
  override up(): void {
    this.addSql('alter table letter drop constraint letter_state_check');
    this.addSql(
      `alter table letter add constraint letter_state_check check (state in ('waiting', 'sending', 'sent', 'refused', 'dropped', 'dead'))`,
    );
    this.addSql(`alter table letter add column tries integer not null default 0`);
    this.addSql(`alter table letter add column next_try_at timestamptz`);
    this.addSql(`alter table letter add column reason text`);
    this.addSql(`alter table letter add column closed_at timestamptz`);
    this.addSql(`create index letter_undelivered on letter (closed_at) where state in ('refused', 'dead')`);

    // What the version before this one adds is due at once.
    this.addSql(`alter table outbox add column due_at timestamptz not null default '-infinity'`);
    this.addSql('create index outbox_due on outbox (due_at, id) where relayed_at is null');

    this.addSql('alter table shop_order add column waiting_until timestamptz');
    this.addSql('create index shop_order_waiting on shop_order (waiting_until) where waiting_until is not null');
    this.addSql(`create table key_wait (
      order_id text not null,
      product_id text not null references product (id),
      quantity integer not null check (quantity > 0),
      since timestamptz not null,
      until timestamptz not null,
      primary key (order_id, product_id)
    )`);
    this.addSql('create index key_wait_in_turn on key_wait (product_id, since, order_id)');
  }
}
