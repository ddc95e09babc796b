import { getQueueToken } from '@nestjs/bullmq';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Queue, Worker } from 'bullmq';
import { queueConnection } from '../../../platform/queues/backend.ts';
import { callOps, opsKey } from '../../../testing/ops/staff.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';

/** Contract of the ops calls of queues, on either backend. `redisUrl`: of an empty Redis; PostgreSQL without it. */
export function queueOpsContract(redisUrl: string | undefined): void {
  const reason = 'a test';
  let shop: TestShop;
  let support: string;
  let payments: Queue;

  beforeAll(async () => {
    shop = await testShop({ environment: redisUrl === undefined ? {} : { REDIS_URL: redisUrl } });
    support = (await opsKey(shop, 'support')).text;
    payments = shop.app.get<Queue>(getQueueToken('payments'));
  });
  afterAll(() => shop.close());

  const get = (url: string) => callOps(shop, support, 'GET', `/ops/queue${url}`);
  const post = (url: string) => callOps(shop, support, 'POST', `/ops/queue${url}`, { reason });

  /** Adds jobs that fail at once, and waits until they have. */
  async function failing(ids: readonly string[], why: string): Promise<void> {
    await payments.addBulk(ids.map((jobId) => ({ name: 'refund', data: { orderId: 'order-1' }, opts: { jobId, attempts: 1 } })));
    const worker = new Worker('payments', () => Promise.reject(new Error(why)), { connection: queueConnection(shop.config) as never });
    try {
      while ((await Promise.all(ids.map((id) => payments.getJobState(id)))).some((state) => state !== 'failed'))
        await new Promise((wait) => setTimeout(wait, 20));
    } finally {
      await worker.close();
    }
  }

  test('a job that was given up is listed with its reason, and tried again with all its tries', async () => {
    await failing(['refund-1', 'refund-2', 'refund-3'], 'The provider is away.');
    expect((await get('')).json()).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ queue: 'payments', failed: 3, waiting: 0 })]),
    });
    const page = (await get('/payments/jobs?limit=2')).json<{ items: object[]; totalPages: number }>();
    expect(page).toMatchObject({ totalPages: 2, items: [{ id: 'refund-3' }, { id: 'refund-2' }] });
    expect(page.items[0]).toMatchObject({
      name: 'refund',
      state: 'failed',
      data: { orderId: 'order-1' },
      attempts: 1,
      reason: 'The provider is away.',
    });
    expect((await get('/payments/jobs?limit=2&page=2')).json()).toMatchObject({ items: [{ id: 'refund-1' }] });
    expect((await post('/payments/jobs/refund-2/retry')).json()).toMatchObject({ id: 'refund-2', state: 'waiting', attempts: 0 });
    expect((await get('/payments/jobs?state=waiting')).json()).toMatchObject({ items: [{ id: 'refund-2' }] });
    expect((await post('/payments/jobs/refund-2/retry')).statusCode).toBe(409);
  });

  test('the dashboard shows a failed job and its reason to any role, also by HTTP Basic authentication, and to nobody else', async () => {
    await failing(['refund-4', 'refund-5', 'refund-6', 'refund-<b>7</b>'], 'No <script>alert(1)</script> way.');
    const { text } = await opsKey(shop, 'viewer');
    const board = (headers: Record<string, string>, method: 'GET' | 'POST' = 'GET') =>
      shop.app.inject({ method, url: '/ops/queue/board', headers });
    const basic = (key: string) => ({ authorization: `Basic ${Buffer.from(`ada:${key}`).toString('base64')}` });
    for (const headers of [basic(text), { 'x-ops-key': text }]) {
      const page = await board(headers);
      expect([page.statusCode, page.headers['content-type'], page.headers['cache-control']]).toEqual([
        200,
        'text/html; charset=utf-8',
        'no-store',
      ]);
      expect(page.headers['content-security-policy']).toMatch(
        /^default-src 'none'; style-src 'sha256-[^ ]+'; base-uri 'none'; form-action 'none'/,
      );
      expect(page.body).toContain('refund-4');
      expect(page.body).toContain('No &#60;script&#62;alert(1)');
      expect(page.body).not.toMatch(/<script|<b>|<form|order-1/);
    }
    for (const headers of [{}, basic('wrong'), { 'x-ops-key': 'wrong' }] as Record<string, string>[]) {
      const answer = await board(headers);
      expect([answer.statusCode, answer.headers['www-authenticate'], answer.body.includes('refund-')]).toEqual([
        401,
        expect.stringContaining('Basic'),
        false,
      ]);
    }
    expect((await board(basic(text), 'POST')).statusCode).toBe(404);
    // HTTP Basic credentials, which browsers send by themselves, open the dashboard and no call.
    expect((await shop.app.inject({ url: '/ops/queue', headers: basic(text) })).statusCode).toBe(401);
  });

  test('an unknown job, queue or state is reported as such', async () => {
    expect((await post('/payments/jobs/nothing/retry')).statusCode).toBe(404);
    expect((await get('/elsewhere/jobs')).json()).toMatchObject({ statusCode: 400, details: [{ field: 'queue' }] });
    expect((await get('/payments/jobs?state=lost')).json()).toMatchObject({ statusCode: 400, details: [{ field: 'state' }] });
  });

  test('an undelivered mail is listed with its reason, and resent once', async () => {
    const { database, clock } = shop;
    for (const [id, state] of [
      ['letter-1', 'dead'],
      ['letter-2', 'refused'],
      ['letter-3', 'sent'],
    ])
      await database.query(
        `insert into letter (id, about, kind, state, created_at, closed_at, reason) values ($1, 'order-1', 'keys', $2, $3, $3, 'no such mailbox')`,
        [id, state, clock.now()],
      );
    const { items } = (await get('/dead-letters')).json<{ items: { id: string }[] }>();
    expect(items.map(({ id }) => id).toSorted()).toEqual(['letter-1', 'letter-2']);
    expect(items[0]).toMatchObject({ kind: 'keys', about: 'order-1', reason: 'no such mailbox', closedAt: clock.now().toISOString() });
    expect((await post('/dead-letters/letter-1/replay')).statusCode).toBe(200);
    expect((await post('/dead-letters/letter-1/replay')).statusCode).toBe(409);
    expect((await post('/dead-letters/letter-3/replay')).statusCode).toBe(409);
    const { rows } = await database.query(`select 1 from outbox where data ->> 'mailId' = 'letter-1'`);
    expect(rows).toHaveLength(1);
    const lines = await database.query(`select subject_id, before, after, reason from audit_line where action = 'queue.replay-letter'`);
    expect(lines.rows).toEqual([{ subject_id: 'letter-1', before: { state: 'dead' }, after: { state: 'waiting' }, reason }]);
  });

  test('an undelivered mail is closed with a reason: it is no longer listed, however old it was, and not sent', async () => {
    const { database, clock } = shop;
    const longAgo = new Date(clock.now().getTime() - 200 * 86_400_000);
    for (const [id, state] of [
      ['letter-4', 'dead'],
      ['letter-5', 'refused'],
    ])
      await database.query(
        `insert into letter (id, about, kind, state, created_at, closed_at, reason) values ($1, 'order-4', 'keys', $2, $3, $3, 'mailbox full')`,
        [id, state, longAgo],
      );
    const listed = async () => (await get('/dead-letters')).json<{ items: { id: string }[] }>().items.map(({ id }) => id);
    expect(await listed()).toContain('letter-4');
    expect((await callOps(shop, support, 'POST', '/ops/queue/dead-letters/letter-4/close', {})).json()).toMatchObject({
      statusCode: 400,
      details: [{ field: 'reason' }],
    });
    const viewer = (await opsKey(shop, 'viewer')).text;
    expect((await callOps(shop, viewer, 'POST', '/ops/queue/dead-letters/letter-4/close', { reason })).statusCode).toBe(403);
    expect((await post('/dead-letters/letter-4/close')).statusCode).toBe(200);
    expect(await listed()).not.toContain('letter-4');
    for (const call of ['/letter-4/close', '/letter-4/replay', '/letter-3/close', '/nothing/close'])
      expect([call, (await post(`/dead-letters${call}`)).statusCode]).toEqual([call, 409]);
    const { rows } = await database.query(
      `select subject_id, before, after, audit_line.reason, state from audit_line join letter on letter.id = subject_id where action = 'queue.close-letter'`,
    );
    expect(rows).toEqual([{ subject_id: 'letter-4', before: { state: 'dead' }, after: { state: 'dropped' }, reason, state: 'dropped' }]);
  });
}
