import type { Database } from './database.ts';

/** Switches that people and tests set; they survive a restart like everything else. */
export class Settings {
  private readonly database: Database;

  constructor(database: Database) {
    this.database = database;
  }

  read<T>(name: string, fallback: T): T {
    const row = this.database.row<{ value: string }>('select value from settings where name = ?', name);
    return row ? (JSON.parse(row.value) as T) : fallback;
  }

  write<T>(name: string, value: T): T {
    this.database.run(
      'insert into settings (name, value) values (?, ?) on conflict (name) do update set value = excluded.value',
      name,
      JSON.stringify(value),
    );
    return value;
  }

  clear(): void {
    this.database.run('delete from settings');
  }
}
