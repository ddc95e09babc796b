import { Redis } from 'ioredis';

/** Runs a statement. */
export type Ask = (statement: string) => Promise<readonly Readonly<Record<string, string>>[]>;

/** Every row of every table, the queues included, as text in lower case. */
export async function dumpOf(ask: Ask): Promise<ReadonlyMap<string, readonly string[]>> {
  const tables = await ask(`
    select case table_schema when 'public' then '' else table_schema || '.' end || table_name as name,
      format('%I.%I', table_schema, table_name) as address
    from information_schema.tables where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`);
  const dump = new Map<string, readonly string[]>();
  for (const { name = '', address = '' } of tables) {
    const rows = await ask(`select lower(row_to_json(one)::text) as text from ${address} one`);
    dump.set(
      name,
      rows.map(({ text = '' }) => text),
    );
  }
  return dump;
}

/** Which of them have one of `marks`, as `table: mark`. */
export function tracesIn(places: Iterable<readonly [string, readonly string[]]>, marks: readonly string[]): string[] {
  return [...places].flatMap(([place, texts]) =>
    marks.filter((mark) => texts.some((text) => text.includes(mark))).map((mark) => `${place}: ${mark}`),
  );
}

/** Every name and value of the queues in a Redis, as they would be written to its disk, in lower case; by the table that they are on PostgreSQL. */
export async function queuesOnRedis(url: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const redis = new Redis(url);
  try {
    // Else long values are packed, and what stands in them is not found.
    await redis.config('SET', 'rdbcompression', 'no');
    const jobs: string[] = [];
    const events: string[] = [];
    for await (const names of redis.scanStream() as AsyncIterable<string[]>)
      for (const name of names)
        (name.endsWith(':events') ? events : jobs).push(
          `${name} ${(await redis.dumpBuffer(name))?.toString('latin1') ?? ''}`.toLowerCase(),
        );
    return new Map([
      ['bullmq.job', jobs],
      ['bullmq.event', events],
    ]);
  } finally {
    redis.disconnect();
  }
}
