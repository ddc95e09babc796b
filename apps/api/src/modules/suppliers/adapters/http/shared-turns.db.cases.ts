import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { Throttle } from '../../../../shared/ports.ts';
import { type TestShop, testShop } from '../../../../testing/test-shop.ts';
import { until } from '../../../../testing/until.ts';
import { SharedTurns } from './shared-turns.ts';
import { SupplierHttp, USUAL_LIMITS } from './supplier-http.ts';

const SECOND_MS = 1000;

/** What a supplier bears is one budget, however many processes ask it. */
export function sharedTurns(): void {
  let shop: TestShop;
  let server: Server;
  let calls = 0;
  beforeAll(async () => {
    shop = await testShop();
    server = createServer((_request, answer) => {
      calls += 1;
      answer.writeHead(200).end('{"n":1}');
    }).listen(0, '127.0.0.1');
    await until(() => server.listening);
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await shop.close();
  });

  test('two processes make together the calls of a second that one may make, and the others in the next', async () => {
    const counted: (number | null)[] = [];
    const counting = Object.assign(Object.create(shop.get(Throttle)) as Throttle, {
      hit: async (...given: Parameters<Throttle['hit']>) => {
        const waits = await shop.get(Throttle).hit(...given);
        counted.push(waits);
        return waits;
      },
    });
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const process = () => new SupplierHttp(origin, { ...USUAL_LIMITS, turns: new SharedTurns(counting, 'kinguin', 3) });
    const [one, other] = [process(), process()];
    const read = (http: SupplierHttp) => http.read({ method: 'GET', path: '/n', answer: z.object({ n: z.int() }) });
    const reads = Promise.all([one, other, one, other].map(read));
    await until(() => counted.length >= 4 && calls === 3);
    expect(counted.filter((waits) => waits === null)).toHaveLength(3);
    shop.clock.advance(SECOND_MS);
    await reads;
    expect(calls).toBe(4);
    await Promise.all([read(one), read(other)]);
    expect(calls).toBe(6);
  });
}
