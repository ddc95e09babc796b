import { Migration } from '@mikro-orm/migrations';

/** People can be erased: a list of erasures, mails about them, and functions that clear what a trigger protects. */
export class Privacy20261212 extends Migration {
  override up(): void {
    // Names nobody: who holds an address can find it in the list, and the id leads to an empty account.
    this.addSql(`create table erasure (
      pseudonym text primary key,
      account_id text,
      address_hashes text[] not null,
      asked_by text not null,
      at timestamptz not null
    )`);
    this.addSql('create index erasure_by_age on erasure (at)');

    this.addSql('alter table account_token drop constraint account_token_kind_check');
    this.addSql(
      `alter table account_token add constraint account_token_kind_check check (kind in
        ('verification', 'reset', 'taken-address', 'account-closed', 'account-erased', 'close-account', 'personal-data'))`,
    );

    // The functions below set the variable while they update. Whoever may call them needs no right to update the tables.
    this.addSql(`create or replace function refuse_change() returns trigger language plpgsql as $$
      begin
        if tg_op <> 'TRUNCATE' and current_setting('keyturn.erases', true) = tg_table_name::text then return null; end if;
        raise exception '% is only ever added to', tg_table_name;
      end $$`);
    for (const [name, table, statement] of [
      [
        'blank_key_reveals',
        'key_reveal',
        `update key_reveal set viewer = 'erased', address = '' where order_id = any(subjects) and viewer <> 'erased'`,
      ],
      [
        'blank_audit_lines',
        'audit_line',
        'update audit_line set before = null, after = null, reason = null where subject_id = any(subjects)',
      ],
    ] as const)
      this
        .addSql(`create function ${name}(subjects text[]) returns void language plpgsql security definer set search_path = public, pg_temp as $$
        begin
          perform set_config('keyturn.erases', '${table}', true);
          ${statement};
          perform set_config('keyturn.erases', '', true);
        end $$`);
  }
}
