import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import type { ListWindow } from '../../shared/list-window.ts';

/** Lists stop counting here: nobody pages further, and an exact count costs as much as there is to count. */
const COUNTED_AT_MOST = 10_000;

interface OpsList {
  readonly columns: RawBuilder<unknown>;
  readonly from: RawBuilder<unknown>;
  /** Counted instead of `from`, if the joins of that add no row and no condition. */
  readonly counted?: RawBuilder<unknown>;
  readonly where: RawBuilder<unknown>;
  readonly order: RawBuilder<unknown>;
  readonly window: ListWindow;
}

/** The rows of one page of an ops list, and how many there are in all, up to `COUNTED_AT_MOST`. */
export async function countedRows<Row>(db: QueryExecutorProvider, list: OpsList): Promise<{ rows: Row[]; total: number }> {
  const { columns, from, counted = from, where, order, window } = list;
  const page = await sql<Row>`select ${columns} from ${from} where ${where}
    order by ${order} offset ${window.offset} limit ${window.limit}`.execute(db);
  const all = await sql<{ total: number }>`select count(*)::integer as total from
    (select 1 from ${counted} where ${where} limit ${COUNTED_AT_MOST}) as some_rows`.execute(db);
  return { rows: page.rows, total: all.rows[0]?.total ?? 0 };
}

/** Every condition that is there; without any, all rows. */
export function whereAll(conditions: readonly (RawBuilder<unknown> | false)[]): RawBuilder<unknown> {
  const those = conditions.filter((condition) => condition !== false);
  return those.length === 0 ? sql`true` : sql.join(those, sql` and `);
}
