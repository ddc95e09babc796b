import type { EntityManager } from '@mikro-orm/postgresql';
import type { RawBuilder } from 'kysely';

/** Runs a statement in the transaction that is open, if any. */
export async function rowsOf<Row>(em: EntityManager, query: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await query.execute(em.getKysely());
  return rows as Row[];
}
