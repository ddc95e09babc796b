import { Migration } from '@mikro-orm/migrations';

/** Keys, orders, payments: what must never be sold twice, lost or done twice. */
export class Sales20261121 extends Migration {
  override up(): void {
    this.addSql(`create table stock_key (
      id text primary key,
      product_id text not null references product (id),
      kind text not null check (kind in ('text', 'account', 'image')),
      ciphertext bytea not null,
      nonce bytea not null,
      key_version integer not null,
      fingerprint bytea not null unique,
      state text not null check (state in ('available', 'reserved', 'sold', 'burnt')),
      order_id text,
      reserved_until timestamptz,
      added_at timestamptz not null,
      added_by text not null,
      check (state <> 'available' or order_id is null),
      check (state not in ('reserved', 'sold') or order_id is not null),
      check ((state = 'reserved') = (reserved_until is not null))
    )`);
    this.addSql(`create index stock_key_available on stock_key (product_id, added_at, id) where state = 'available'`);
    this.addSql(`create index stock_key_reserved on stock_key (product_id, reserved_until) where state = 'reserved'`);
    this.addSql(`create index stock_key_lapsing on stock_key (reserved_until) where state = 'reserved'`);
    this.addSql('create index stock_key_of_order on stock_key (order_id) where order_id is not null');

    this.addSql(`create table shop_order (
      id text primary key,
      number text not null unique,
      status text not null,
      email text not null check (email = lower(email)),
      user_id text,
      currency text not null,
      total_minor integer not null check (total_minor > 0),
      lines jsonb not null,
      customer jsonb not null,
      terms_accepted_at timestamptz,
      client_address text not null,
      browser_id text not null,
      idempotency_key text,
      request_hash text not null,
      session_id text unique,
      session_url text,
      payment_intent_id text,
      refunded_minor integer not null default 0,
      hold_reason text,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      paid_at timestamptz,
      completed_at timestamptz,
      reconciled_at timestamptz
    )`);
    this.addSql('create unique index shop_order_idempotency on shop_order (idempotency_key) where idempotency_key is not null');
    this.addSql(`create index shop_order_open_by_address on shop_order (client_address) where status = 'pending'`);
    this.addSql(`create index shop_order_open_by_email on shop_order (email) where status = 'pending'`);
    this.addSql(`create index shop_order_open_by_browser on shop_order (browser_id) where status = 'pending'`);
    this.addSql(`create index shop_order_open_by_end on shop_order (expires_at) where status = 'pending'`);
    this.addSql("create index shop_order_unpaid_recently on shop_order (expires_at) where status in ('expired', 'payment_failed')");
    this.addSql(
      `create index shop_order_to_reconcile on shop_order ((status = 'pending') desc, reconciled_at nulls first) where status in ('pending', 'expired', 'payment_failed')`,
    );
    this.addSql(`create index shop_order_refund_due on shop_order (paid_at) where status = 'paid'`);
    this.addSql('create index shop_order_by_email on shop_order (email, created_at desc)');

    this.addSql(`create table order_event (
      id bigint generated always as identity primary key,
      order_id text not null references shop_order (id),
      kind text not null,
      actor text not null,
      data jsonb not null default '{}',
      at timestamptz not null
    )`);
    this.addSql('create index order_event_of_order on order_event (order_id, id)');

    this.addSql(`create table allocation (
      order_id text not null references shop_order (id),
      line integer not null,
      slot integer not null,
      key_id text not null unique references stock_key (id),
      allocated_at timestamptz not null,
      primary key (order_id, line, slot)
    )`);

    this.addSql(`create table order_mail (
      id text primary key,
      order_id text not null references shop_order (id),
      kind text not null check (kind in ('keys', 'refund')),
      state text not null check (state in ('waiting', 'sending', 'sent', 'refused')),
      claimed_at timestamptz,
      sent_at timestamptz,
      created_at timestamptz not null
    )`);
    this.addSql('create index order_mail_of_order on order_mail (order_id)');
    this.addSql(`create index order_mail_open on order_mail (created_at) where state in ('waiting', 'sending')`);

    this.addSql(`create table payment_event (
      id text primary key,
      type text not null,
      session_id text,
      payload jsonb not null,
      received_at timestamptz not null,
      processed_at timestamptz,
      outcome text
    )`);
    this.addSql('create index payment_event_waiting on payment_event (received_at) where processed_at is null');
  }
}
