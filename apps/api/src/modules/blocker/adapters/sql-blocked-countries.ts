import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { BlockedCountries } from '../application/blocks.ts';

@Injectable()
export class SqlBlockedCountries extends BlockedCountries {
  constructor(private readonly em: EntityManager) {
    super();
  }

  override async among(codes: readonly string[]): Promise<ReadonlySet<string>> {
    if (codes.length === 0) return new Set();
    const { rows } = await sql<{ code: string }>`select code from blocked_country where code = any(${[...new Set(codes)]}::text[])`.execute(
      this.em.getKysely(),
    );
    return new Set(rows.map(({ code }) => code));
  }
}
