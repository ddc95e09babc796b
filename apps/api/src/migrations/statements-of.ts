import type { migrations } from './index.ts';

/** In one line and in small letters. */
export const plain = (sql: string) => sql.replaceAll(/\s+/g, ' ').trim().toLowerCase();

const made = (Made: (typeof migrations)[number]) => new Made(undefined as never, undefined as never);

export const isTransactional = (Made: (typeof migrations)[number]) => made(Made).isTransactional();

/** The statements of a migration in their order, each in one line and in small letters. */
export function statementsOf(Made: (typeof migrations)[number]): string[] {
  const migration = made(Made);
  void migration.up();
  return migration.getQueries().map((query) => plain(String(query)));
}
