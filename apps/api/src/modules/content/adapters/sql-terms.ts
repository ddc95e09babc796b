import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { plainText } from '../../../platform/html/safe-html.ts';
import { Terms, type TermsVersion } from '../application/terms.ts';

/** What a buyer agrees to, in this order. */
const PAGES = ['Terms and Conditions', 'Refund Policy'];
const DIGEST_LENGTH = 12;

@Injectable()
export class SqlTerms extends Terms {
  constructor(private readonly em: EntityManager) {
    super();
  }

  override async current(): Promise<string | null> {
    const { rows } = await sql<{ version: string }>`
      with shown as (
        select string_agg('<h2>' || name || '</h2>' || description, '' order by array_position(${PAGES}::text[], name)) as text,
          max(updated_at) as since from info_page where name = any(${PAGES}::text[])),
      named as (select text, since, encode(sha256(convert_to(text, 'UTF8')), 'hex') as digest from shown where text is not null),
      known as (select version, digest from terms_version where digest = (select digest from named)),
      added as (
        insert into terms_version (version, digest, text, since)
        select to_char(since at time zone 'utc', 'YYYY-MM-DD') || '-' || left(digest, ${DIGEST_LENGTH}), digest, text, since
        from named where not exists (select from known) on conflict do nothing returning version)
      select version from known union all select version from added
      union all select to_char(since at time zone 'utc', 'YYYY-MM-DD') || '-' || left(digest, ${DIGEST_LENGTH}) from named
      limit 1`.execute(this.em.getKysely());
    return rows[0]?.version ?? null;
  }

  override async ofVersion(version: string): Promise<TermsVersion | null> {
    const { rows } = await sql<{ version: string; text: string; since: string }>`
      select version, text, since from terms_version where version = ${version}`.execute(this.em.getKysely());
    const [found] = rows;
    return found ? { ...found, text: inLines(found.text), since: new Date(found.since) } : null;
  }
}

function inLines(html: string): string {
  const broken = html.replaceAll(/<\/(?:h[1-6]|p|ul|ol|table|blockquote)>/g, '$&\n\n').replaceAll(/<\/(?:li|tr)>|<br ?\/?>/g, '$&\n');
  return plainText(broken)
    .replaceAll(/[ \t]+\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
