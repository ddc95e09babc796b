import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { AddressGate } from '../../modules/blocker/adapters/address-gate.ts';
import { openApiDocument } from '../../platform/http/openapi/openapi.ts';
import { report } from '../campaigns/campaign.ts';
import { undescribedFields } from './answer-fields.ts';
import { fault } from './fault.ts';
import { type Call, type ValidCall, validCalls, openShop } from './valid-calls.ts';
import { type Operation, operationsOf } from './schema.ts';
import { type Answer, attacked, send } from './sending.ts';
import { type Attack, attacksOn } from './wrong-values.ts';
import { type FormPart, formOf } from '../forms.ts';
import type { TestShop } from '../test-shop.ts';
import { until } from '../until.ts';

interface Campaign {
  /** On each operation. */
  readonly attacks: number;
  /** Valid calls of each operation. */
  readonly good: number;
  readonly seed: number;
  readonly leastRequests: number;
}

/** A sample, the same every time; `npm run prove` asks for more. */
const SAMPLE: Campaign = { attacks: 12, good: 3, seed: 20_261_122, leastRequests: 700 };
const AT_ONCE = 8;

export function badInput({ attacks: attacksOnEach, good: goodOfEach, seed, leastRequests } = SAMPLE): void {
  /** Calls without rate limit per network, and those that other sites may make. */
  const OPEN_TO_ALL: ReadonlySet<string> = new Set(['isLive', 'isReady']);
  const FROM_ANYWHERE: ReadonlySet<string> = new Set(['unsubscribeFromNews', 'receiveStripeEvent', 'receiveSupplierHint']);
  /** What proves to them that the caller is a person is spent before the rest is read. */
  const IS_SPENT: ReadonlySet<string> = new Set(['sendMessage']);
  /** Tables that calls write even if refused. */
  const NOTES: ReadonlySet<string> = new Set(['rate_limit', 'single_use', 'user_session', 'migration']);

  let shop: TestShop;
  let good: Record<string, ValidCall>;
  let document: ReturnType<typeof openApiDocument>;
  let operations: Operation[];
  let tables: string[];
  const mix = new Map<string, Map<number, number>>();
  /** Answers that are not in the description of their call. */
  const undescribed = new Set<string>();
  /** Fields of answers to good input that are not in it. */
  const beyond = new Set<string>();

  beforeAll(async () => {
    shop = await openShop();
    good = await validCalls(shop);
    document = openApiDocument(shop.app);
    operations = operationsOf(document);
    const { rows } = await shop.database.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
    );
    tables = rows.map(({ name }) => name).filter((name) => !NOTES.has(name));
  });
  afterAll(() => shop.close());

  async function counted(operation: Operation, call: Parameters<typeof send>[2]): Promise<Answer> {
    const answer = await send(shop, operation, call);
    const statuses = mix.get(operation.id) ?? new Map<number, number>();
    if (!operation.statuses.includes(answer.status)) undescribed.add(`${operation.id} ${answer.status}`);
    mix.set(operation.id, statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1));
    return answer;
  }

  /** One fingerprint of everything that is stored. */
  async function stored(): Promise<string> {
    const parts = tables.map((name) => `(select coalesce(sum(hashtextextended(t::text, 0)), 0)::text || count(*) from "${name}" t)`);
    const { rows } = await shop.database.query<{ all: string }>(`select concat_ws(',', ${parts.join(', ')}) as all`);
    return rows[0]?.all ?? '';
  }

  async function attack(operation: Operation): Promise<string[]> {
    const call = (await good[operation.id]?.()) ?? {};
    const faults = new Map<string, string>();
    const attacks = fc.sample(attacksOn(operation), { numRuns: attacksOnEach, seed });
    const before = await stored();
    await allOf(attacks.filter(({ mustBeRefused }) => mustBeRefused));
    if ((await stored()) !== before) faults.set('stored', 'something that was refused is stored nevertheless');
    await allOf(attacks.filter(({ mustBeRefused }) => !mustBeRefused));
    return [...faults.values()];

    /** Several at a time: most of a call is waiting for the database. */
    async function allOf(some: readonly Attack[]): Promise<void> {
      for (let at = 0; at < some.length; at += AT_ONCE) await Promise.all(some.slice(at, at + AT_ONCE).map(hit));
    }

    async function hit(one: Attack): Promise<void> {
      const fresh = IS_SPENT.has(operation.id) ? ((await good[operation.id]?.()) ?? {}) : call;
      const answer = await counted(operation, attacked(fresh, one));
      const wrong = fault(one, answer);
      const label = `${operation.id}: ${one.what} in ${one.place} ${one.field} ${wrong}: ${JSON.stringify(one.value)?.slice(0, 80)} → ${answer.text.slice(0, 400)}`;
      if (wrong !== null && !faults.has(`${one.what} ${one.place} ${one.field}`))
        faults.set(`${one.what} ${one.place} ${one.field}`, label);
    }
  }

  test('every call but those of the staff has a good example here', () => {
    expect(Object.keys(good).toSorted()).toEqual(operations.map(({ id }) => id).toSorted());
  });

  test('whatever is wrong with the input of a call, it is refused by the name of the field, breaks nothing and stores nothing', async () => {
    const faults: string[] = [];
    for (const operation of operations) faults.push(...(await attack(operation)));
    expect(faults).toEqual([]);
  }, 120_000);

  const program = Buffer.from('MZ\u0090\u0000\u0003 This program cannot be run in DOS mode.', 'latin1');
  test.each([
    ['a program', [['file', program, 'a.exe']], [415]],
    ['a program that calls itself a picture', [['file', program, 'a.png']], [415]],
    ['a page', [['file', '<html><script>alert(1)</script>', 'a.html']], [415]],
    ['more than 5 MB', [['file', Buffer.alloc(6 * 1024 * 1024, 'a'), 'a.txt']], [413]],
    [
      'two files',
      [
        ['file', 'a', 'a.txt'],
        ['file', 'b', 'b.txt'],
      ],
      [413],
    ],
    ['a file in another field', [['message', 'a', 'a.txt']], [400]],
  ] satisfies [string, FormPart[], number[]][])(
    'a message with %s as its file is refused by the name of the field, and not stored',
    async (_what, files, statuses) => {
      const { headers, body } = (await good.sendMessage?.()) ?? {};
      const form = formOf([
        ...Object.entries(body as Record<string, string>).filter(([name]) => !files.some(([field]) => field === name)),
        ...files,
      ]);
      const before = await stored();
      const answer = await shop.app.inject({ method: 'POST', url: '/contact/contacts', ...form, headers: { ...headers, ...form.headers } });
      expect([statuses, answer.body]).toEqual([[answer.statusCode], expect.stringContaining(`"field":"${files[0]?.[0]}"`)]);
      expect(await stored()).toBe(before);
    },
  );

  test(`every call answers good input at least ${goodOfEach} times, by a redirect where it is a visit, and ${leastRequests} requests were made`, async () => {
    const failed: string[] = [];
    for (const operation of operations)
      for (let count = 0; count < goodOfEach; count += 1) {
        const answer = await counted(operation, (await good[operation.id]?.()) ?? {});
        for (const field of undescribedFields(document, operation.id, answer)) beyond.add(`${operation.id} ${answer.status} ${field}`);
        if (!isGood(operation, answer.status)) failed.push(`${operation.id}: ${answer.status} ${answer.text.slice(0, 400)}`);
      }
    expect(failed.slice(0, 10)).toEqual([]);
    const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);
    const answers = [...mix.values()].flatMap((statuses) => [...statuses]);
    const total = sumOf(answers.map(([, count]) => count));
    const visits = operations.filter(isVisit).length;
    const goodTold = `each answered good input at least ${goodOfEach} times, ${operations.length - visits} with 2xx and ${visits} visits with a redirect`;
    const broken = sumOf(answers.flatMap(([status, count]) => (status >= 500 ? [count] : [])));
    if (process.env.GATE === 'prove')
      report(`${total} requests to ${operations.length} operations, ${broken} of them answered with an error of the shop; ${goodTold}`);
    // Prints which kinds of attacks were drawn.
    if (process.env.GATE === 'prove' || total < leastRequests) {
      const lines = operations.map(({ id }) => {
        const statuses = [...(mix.get(id) ?? new Map<number, number>())].toSorted(([a], [b]) => a - b);
        return `  ${id.padEnd(24)}${statuses.map(([status, count]) => `${status} × ${count}`).join('  ')}`;
      });
      // Lines that begin so are shown by the gate (tools/gates/outcome.ts).
      process.stdout.write([`Answers per operation, ${total} requests:`, ...lines].map((line) => `› ${line}\n`).join(''));
    }
    expect(total).toBeGreaterThanOrEqual(leastRequests);
  }, 120_000);

  test('a request with a current ETag gets 304; a page of another site writes nothing, and a blocked network gets no data', async () => {
    await shop.database.query(`insert into blocked_network values ('203.0.113.0/24', 'test', now(), 'test')`);
    await until(() => shop.get(AddressGate).isBlocked('203.0.113.7'));
    const wrong: string[] = [];
    const expected = async (operation: Operation, status: number, call: Call) => {
      const answer = await counted(operation, call);
      if (answer.status !== status) wrong.push(`${operation.id}: ${answer.status} instead of ${status}`);
    };
    for (const operation of operations) {
      const call = (await good[operation.id]?.()) ?? {};
      const withHeader = (name: string, value: string) => ({ ...call, headers: { ...call.headers, [name]: value } });
      if (!OPEN_TO_ALL.has(operation.id)) await expected(operation, 403, { ...call, remoteAddress: '203.0.113.7' });
      if (operation.method !== 'GET' && !FROM_ANYWHERE.has(operation.id))
        await expected(operation, 403, withHeader('sec-fetch-site', 'cross-site'));
      const { etag } = await counted(operation, call);
      if (etag !== null) await expected(operation, 304, withHeader('if-none-match', etag));
    }
    expect(wrong).toEqual([]);
  });

  test('every status that was answered is described for its call, and so is every field of an answer to good input', () => {
    expect([[...undescribed], [...beyond]]).toEqual([[], []]);
  });
}

/** Where a browser navigates: its description has no 2xx. */
const isVisit = ({ statuses }: Operation) => !statuses.some((status) => status >= 200 && status < 300);

/** 2xx, or the redirect of a visit. */
function isGood(operation: Operation, status: number): boolean {
  return Math.floor(status / 100) === (isVisit(operation) ? 3 : 2) && operation.statuses.includes(status);
}
