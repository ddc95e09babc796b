import { Migration } from '@mikro-orm/migrations';

/** The keys of the shop's staff, and what they did with them. */
export class Ops20261123 extends Migration {
  override up(): void {
    this.addSql(`create table ops_key (
      id text primary key,
      name text not null,
      role text not null check (role in ('viewer', 'support', 'catalogue', 'owner')),
      secret_hash bytea not null,
      created_at timestamptz not null,
      created_by text not null,
      expires_at timestamptz not null,
      revoked_at timestamptz,
      last_used_at timestamptz
    )`);
    this.addSql('create unique index ops_key_name on ops_key (lower(name)) where revoked_at is null');

    this.addSql(`create table audit_line (
      id bigint generated always as identity primary key,
      at timestamptz not null,
      key_id text not null,
      key_name text not null,
      key_role text not null,
      action text not null,
      subject_type text not null,
      subject_id text not null,
      before jsonb,
      after jsonb,
      reason text,
      request_id text,
      address text
    )`);
    this.addSql('create index audit_line_of_subject on audit_line (subject_type, subject_id, id)');
    this.addSql('create index audit_line_by_key on audit_line (key_id, id)');
    this.addSql('create index audit_line_by_name on audit_line (lower(key_name), id)');
    this.addSql('create index audit_line_by_time on audit_line (at)');
    this.addSql(`create trigger audit_line_is_kept before update or delete or truncate on audit_line
      for each statement execute function refuse_change()`);
  }
}
