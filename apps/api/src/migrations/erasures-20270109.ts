import { Migration } from '@mikro-orm/migrations';

/** An erasure finds its orders in the evidence of others, and, repeated, leaves what the staff did later. */
export class Erasures20270109 extends Migration {
  override up(): void {
    this.addSql(`create index if not exists payment_dispute_of_earlier on payment_dispute
      using gin (jsonb_path_query_array(evidence, '$.prior.earlier[*].*'))`);

    // As `blank_audit_lines`, which the version before calls: see privacy-20261212.ts.
    this.addSql(`create function blank_audit_lines_until(subjects text[], until timestamptz) returns void
      language plpgsql security definer set search_path = public, pg_temp as $$
      begin
        perform set_config('keyturn.erases', 'audit_line', true);
        update audit_line set before = null, after = null, reason = null where subject_id = any(subjects) and at <= until
          and (before is not null or after is not null or reason is not null);
        perform set_config('keyturn.erases', '', true);
      end $$`);

    this.addSql(`create function delete_staff_notes(subjects text[]) returns void language sql as $$
      delete from staff_note where subject_id = any(subjects) $$`);
  }
}
