import { setTimeout } from 'node:timers/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { addProducts, cartLine } from '../../../testing/products.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';
import { ReplicaReads } from './replica-reads.ts';

interface Line {
  readonly port: number;
  cut(): Promise<void>;
  mend(): Promise<void>;
}

export function replicaReads(): void {
  /** A second database acts as the replica, with other names, so that reads of it can be recognised; a proxy before it can be cut off. */
  let shop: TestShop;
  let replica: { url: string; drop(): Promise<void> };
  let line: Line;

  beforeAll(async () => {
    replica = await testDatabase();
    line = await lineTo(new URL(replica.url));
    const url = new URL(replica.url);
    url.port = String(line.port);
    shop = await testShop({ environment: { DATABASE_REPLICA_URLS: url.toString() } });
    const [id = ''] = await addProducts(shop, [{ kinguinId: 1, name: 'On the primary', keys: 3 }]);
    await copyListings(shop.database, replica.url, id);
  });
  afterAll(async () => {
    await shop.close();
    await line.cut();
    await replica.drop();
  });

  const names = async () => {
    const answer = await shop.app.inject('/products/getAllProductsFiltred?limit=16');
    expect(answer.statusCode).toBe(200);
    return answer.json<{ products: { name: string }[] }>().products.map(({ name }) => name);
  };

  /** The change is notified a moment later; then reads go to the primary until the replica is known to have replayed it. */
  const replicaIsAsked = async (meanwhile: () => void = () => undefined) => {
    while (!(await names()).includes('On the replica')) {
      meanwhile();
      await setTimeout(20);
    }
  };

  test('lists are read from the replica, and a cart is checked on the primary', async () => {
    await replicaIsAsked();
    const checked = await shop.app.inject({ method: 'POST', url: '/cart-validation', payload: { cart: [cartLine(1)], currency: 'EUR' } });
    expect(checked.body).toContain('On the primary');
    expect(checked.body).not.toContain('On the replica');
  });

  test('while the replica is down the primary answers, no request fails, and afterwards the replica is used again', async () => {
    await replicaIsAsked();
    await line.cut();
    for (let time = 0; time < 5; time += 1) expect(await names()).toEqual(['On the primary']);
    await line.mend();
    // The shop's own check may have met the cut connection at the last moment, and pauses the replica again.
    await replicaIsAsked(rested);
  });

  test('an error of the statement is thrown, and the statement is not repeated on the primary', async () => {
    await replicaIsAsked();
    await expect(shop.get(ReplicaReads).unprepared('select 1 / $1::int', [0])).rejects.toThrow('division by zero');
    expect(shop.get(ReplicaReads).count()).toMatchObject({ inUse: 1 });
  });

  /** As after the pause of a replica that failed. */
  function rested(): void {
    const { replicas } = shop.get(ReplicaReads) as unknown as { replicas: { pausedUntil: number }[] };
    for (const one of replicas) one.pausedUntil = 0;
  }
}

async function copyListings(from: pg.Client, to: string, productId: string): Promise<void> {
  const target = new pg.Client({ connectionString: to });
  await target.connect();
  try {
    await target.query(`set session_replication_role = replica`).catch(() => undefined);
    for (const table of ['product', 'listing']) {
      const { rows } = await from.query<{ row: object }>(
        `select to_jsonb(t) as row from ${table} t where ${table === 'product' ? 'id' : 'product_id'} = $1`,
        [productId],
      );
      const { rows: columns } = await from.query<{ name: string }>(
        `select quote_ident(column_name) as name from information_schema.columns where table_name = $1 and is_generated = 'NEVER'`,
        [table],
      );
      const list = columns.map(({ name }) => name).join(', ');
      const text = JSON.stringify(rows[0]?.row).replaceAll('On the primary', 'On the replica');
      await target.query(`insert into ${table} (${list}) select ${list} from jsonb_populate_record(null::${table}, $1::jsonb)`, [text]);
    }
  } finally {
    await target.end();
  }
}

async function lineTo({ hostname, port }: URL): Promise<Line> {
  const sockets = new Set<Socket>();
  let server: Server | null = null;
  const listen = async (at: number) => {
    const listening = createServer((socket) => {
      const onward = connect(Number(port), hostname);
      for (const end of [socket, onward]) sockets.add(end.on('error', () => undefined).on('close', () => sockets.delete(end)));
      socket.pipe(onward).pipe(socket);
    });
    await new Promise<void>((resolve) => listening.listen(at, '127.0.0.1', resolve));
    server = listening;
    return (listening.address() as { port: number }).port;
  };
  const own = await listen(0);
  return {
    port: own,
    cut: async () => {
      for (const socket of sockets) socket.destroy();
      const closing = server;
      server = null;
      if (closing) await new Promise((closed) => closing.close(closed));
    },
    mend: async () => void (await listen(own)),
  };
}
