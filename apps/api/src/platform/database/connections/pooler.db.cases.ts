import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { InMemoryPaymentProvider } from '../../../modules/payments/testing/in-memory-payments.ts';
import { PaymentProvider } from '../../../modules/payments/application/ports.ts';
import { addProducts } from '../../../testing/products.ts';
import { buy } from '../../../testing/sales.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';

/** What PgBouncer takes at the start of a connection; anything else it refuses. */
const STARTUP = new Set([
  'user',
  'database',
  'client_encoding',
  'application_name',
  'datestyle',
  'timezone',
  'standard_conforming_strings',
]);
/** What lives as long as a session: another transaction would meet it, or miss it. */
const OF_A_SESSION =
  /^\s*(?:listen|unlisten|set (?!local|transaction)|prepare|deallocate|declare|discard)\b|pg_(?:try_)?advisory_(?:un)?lock/i;

/** Hands on what a client says to PostgreSQL and reads along: startup parameters, names of prepared statements, texts. */
async function readAlong(target: { hostname: string; port: string }): Promise<{ server: Server; said: string[]; parameters: Set<string> }> {
  const said: string[] = [];
  const parameters = new Set<string>();
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    let rest = Buffer.alloc(0);
    let isStarted = false;
    client.on('data', (bytes) => {
      database.write(bytes);
      rest = Buffer.concat([rest, bytes]);
      for (;;) {
        const typeBytes = isStarted ? 1 : 0;
        if (rest.length < typeBytes + 4) return;
        const end = typeBytes + rest.readInt32BE(typeBytes);
        if (rest.length < end) return;
        const body = rest.subarray(typeBytes + 4, end);
        if (!isStarted) {
          const words = body.toString('utf8', 4).split('\0');
          for (let index = 0; index < words.length - 1; index += 2) if (words[index]) parameters.add(words[index] ?? '');
        } else if (rest[0] === 'P'.charCodeAt(0)) {
          const [name = '', text = ''] = body.toString('utf8').split('\0');
          said.push(name === '' ? text : `prepare ${name}`);
        } else if (rest[0] === 'Q'.charCodeAt(0)) said.push(body.toString('utf8').replace(/\0$/, ''));
        isStarted = true;
        rest = rest.subarray(end);
      }
    });
    database.on('data', (bytes) => client.write(bytes));
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const)
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, said, parameters };
}

export function pooler(): void {
  const provider = new InMemoryPaymentProvider();
  let shop: TestShop;
  let along: Awaited<ReturnType<typeof readAlong>>;

  beforeAll(async () => {
    along = await readAlong(new URL(process.env.TEST_DATABASE_URL ?? ''));
    shop = await testShop({
      fakes: [{ provide: PaymentProvider, useValue: provider }],
      environment: (direct) => {
        const pooled = new URL(direct);
        pooled.host = `127.0.0.1:${(along.server.address() as AddressInfo).port}`;
        return { DATABASE_URL: pooled.href, DATABASE_DIRECT_URL: direct };
      },
    });
  });
  afterAll(async () => {
    await shop.close();
    along.server.close();
  });

  test('a sale leaves nothing of a session at a pooler of transactions, and asks it for no parameter that it refuses', async () => {
    await addProducts(shop, [{ kinguinId: 1, keys: 2 }]);
    await buy(shop, provider);
    expect((await shop.app.inject('/products/getAllProductsFiltred')).statusCode).toBe(200);
    expect(
      along.said.filter((text) => /^insert into "?shop_order|^insert into allocation|^insert into "?letter/i.test(text.trim())).length,
    ).toBeGreaterThan(0);
    expect(along.said.filter((text) => OF_A_SESSION.test(text))).toEqual([]);
    expect([...along.parameters].filter((name) => !STARTUP.has(name))).toEqual([]);
  });
}
