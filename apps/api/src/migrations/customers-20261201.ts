import { Migration } from '@mikro-orm/migrations';

/** Customers as the staff finds them: accounts by part of a name or address, their sign-ins, notes, and accounts that were closed. */
export class Customers20261201 extends Migration {
  /** An index each: together they would hold the locks of accounts and orders for as long as all of them take. */
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('alter table shop_user add column if not exists closed_at timestamptz');
    this.addSql('create index if not exists shop_user_newest on shop_user (created_at desc, id desc)');
    this.addSql(
      `create index if not exists shop_user_like on shop_user
        using gin (lower(coalesce(email, '') || ' ' || username || ' ' || lastname) gin_trgm_ops)`,
    );

    // No foreign key: an attempt costs the same whether it is at an account or at an address that nobody has.
    this.addSql(`create table if not exists sign_in (
      id bigint generated always as identity primary key,
      user_id text,
      method text not null,
      is_success boolean not null,
      network text not null,
      at timestamptz not null
    )`);
    this.addSql('create index if not exists sign_in_of_user on sign_in (user_id, id desc) where user_id is not null');
    this.addSql('create index if not exists sign_in_of_nobody on sign_in (at) where user_id is null');
    this.addSql('create index if not exists sign_in_by_time on sign_in (at)');

    this.addSql(`create table if not exists staff_note (
      id text primary key,
      subject_type text not null,
      subject_id text not null,
      text text not null,
      written_by text not null,
      at timestamptz not null
    )`);
    this.addSql('create index if not exists staff_note_about on staff_note (subject_type, subject_id, at desc, id desc)');
    this.addSql('create index if not exists staff_note_by_time on staff_note (at)');

    // Buyers see what is paid alone; the staff sees the others, too.
    this.addSql('create index if not exists shop_order_of_account on shop_order (user_id) where user_id is not null');
  }
}
