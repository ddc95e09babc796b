import type { migrations } from './index.ts';

/** In one line and in small letters. */
export const plain = (sql: string) => sql.replaceAll(/\s+/g, ' ').trim().toLowerCase();

/** The statements of a migration in their order, each in one line and in small letters. */
export function statementsOf(Made: (typeof migrations)[number]): string[] {
  const migration = new Made(undefined as never, undefined as never);
  void migration.up();
  return migration.getQueries().map((query) => plain(String(query)));
}
