import { Migration } from '@mikro-orm/migrations';

/**
 * How many pieces of a product one customer may buy in some days. Orders are found by mailbox: `mailbox_of` gives one text for all spellings of
 * an address, as `mailboxOf` in `shared/mailbox.ts` does.
 */
export class CustomerLimits20261213 extends Migration {
  override up(): void {
    this.addSql(`create table customer_limit (
      product_id text primary key references product (id) on delete cascade,
      pieces integer not null check (pieces > 0),
      days integer not null check (days > 0),
      changed_at timestamptz not null,
      changed_by text not null
    )`);
    this.addSql(`create function mailbox_of(email text) returns text language sql immutable parallel safe as $$
      select case
        when address !~ '^[^+@]+.*@' then address
        when substring(address from '[^@]*$') in ('gmail.com', 'googlemail.com')
          then replace(substring(address from '^[^+@]+'), '.', '') || '@gmail.com'
        else substring(address from '^[^+@]+') || '@' || substring(address from '[^@]*$')
      end from (select lower(btrim(email)) as address) as given $$`);
    this.addSql('create index shop_order_by_mailbox on shop_order (mailbox_of(email), created_at)');
  }
}
