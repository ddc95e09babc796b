import { EntityManager } from '@mikro-orm/postgresql';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { Captcha } from '../../platform/captcha/ports.ts';
import { JsonLogger } from '../../platform/logging/json-logger.ts';
import { PersonalTables } from '../../platform/personal-data/personal-rows.ts';
import { PurgeExpired } from '../../platform/scheduler/purge-expired.ts';
import { PersonalData } from '../../shared/personal-data.ts';
import { Mailer, Transaction } from '../../shared/ports.ts';
import { RecordingMailer } from '../../testing/fakes.ts';
import { type Ask, dumpOf, queuesOnRedis, tracesIn } from '../../testing/storage/stored-texts.ts';
import { type TestShop, testShop } from '../../testing/test-shop.ts';
import { PaymentProvider } from '../payments/application/ports.ts';
import { InMemoryPaymentProvider } from '../payments/testing/in-memory-payments.ts';
import { Passwords } from '../users/index.ts';
import { CountingPasswords } from '../users/testing/in-memory-users.ts';
import { deliverMails } from '../users/testing/mailbox.ts';
import { REGISTER } from './domain/register/index.ts';
import { isPersonal } from './domain/register/register.ts';
import { type CanaryPerson, MARKS, plantCanaryPerson } from './testing/canary-person.ts';
import { picturesOf } from './testing/stored-pictures.ts';

const DAY_MS = 86_400_000;

/** Tables with personal data of people who are not staff in which the canary leaves nothing that could be searched for, by the reason. */
const WITHOUT_CANARY: Readonly<Record<string, string>> = {
  rate_limit: 'names are hashes',
  single_use: 'names are hashes',
  newsletter_token: 'hashes only',
  key_wait: 'an open order blocks erasure',
  commitment: 'ends with the checkout, and an open order blocks erasure',
  purchase: 'names the order alone, which stays under a pseudonym',
  blocked_buyer: 'a block outlives an erasure',
  blocked_network: 'a network is no person',
  erasure: 'made by the erasure',
};

/** `redisUrl`: of an empty Redis, for the queues; PostgreSQL has them without it. */
export function canaryPerson(redisUrl?: string): void {
  const logged: string[] = [];
  const mailer = new RecordingMailer();
  let shop: TestShop;

  beforeAll(async () => {
    shop = await testShop({
      fakes: [
        { provide: PaymentProvider, useValue: new InMemoryPaymentProvider() },
        { provide: Mailer, useValue: mailer },
        { provide: Passwords, useValue: new CountingPasswords() },
        { provide: Captcha, useValue: { challenge: async () => ({ provider: 'altcha' }), isSolved: async () => true } },
      ],
      environment: { RATE_LIMIT_SCALE: '1000000', ...(redisUrl !== undefined && { REDIS_URL: redisUrl }) },
    });
    shop.app.useLogger(new JsonLogger('debug', { write: (line) => void logged.push(line.toLowerCase()) }));
  });
  afterAll(() => shop.close());
  afterEach(() => void jest.restoreAllMocks());

  const ask: Ask = async (statement) => (await shop.database.query<Record<string, string>>(statement)).rows;

  /** Tables and queues. */
  async function stored(): Promise<ReadonlyMap<string, readonly string[]>> {
    const tables = await dumpOf(ask);
    return redisUrl === undefined ? tables : new Map([...tables, ...(await queuesOnRedis(redisUrl))]);
  }

  /** The mail about the erasure is sent, and the days pass after which its address goes, too. */
  async function letTimePass(): Promise<void> {
    await deliverMails(shop, mailer);
    shop.clock.advance(4 * DAY_MS);
    await shop.get(PurgeExpired).run();
  }

  const close = ({ token, password }: CanaryPerson) =>
    shop.app.inject({ method: 'POST', url: '/user/close', headers: { authorization: token }, payload: { currentPassword: password } });

  test('a person who left something everywhere closes the account, and nothing of it is left anywhere', async () => {
    const canary = await plantCanaryPerson(shop);
    const ids = [canary.accountId, canary.orderId];
    const before = await stored();
    const without = Object.entries(REGISTER).flatMap(([table, entry]) => {
      const holds = before.get(table)?.some((text) => [...MARKS, ...ids].some((mark) => text.includes(mark))) === true;
      return isPersonal(entry) && entry.of !== 'staff' && holds === table in WITHOUT_CANARY ? [table] : [];
    });
    // A new table with personal data: let `plantCanaryPerson` leave a row in it.
    expect(without).toEqual([]);

    const answer = await close(canary);
    expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining('"closed":true')]);
    await letTimePass();
    expect(mailer.sent.at(-1)).toMatchObject({ to: canary.email, subject: 'Your account was closed and your data erased' });
    expect(tracesIn([...(await stored()), ...(await picturesOf(shop))], MARKS)).toEqual([]);
    expect(logged.length).toBeGreaterThan(10);
    expect(MARKS.filter((mark) => logged.some((line) => line.includes(mark)))).toEqual([]);
    // The id leads to an empty account; of the orders, accounting keeps amounts, country and dates under a pseudonym.
    expect(tracesIn(await stored(), [canary.accountId]).toSorted()).toEqual(
      ['audit_line', 'erasure', 'shop_user'].map((table) => `${table}: ${canary.accountId}`),
    );
    const { rows } = await shop.database.query<Record<string, unknown>>('select * from shop_order where id = $1', [canary.orderId]);
    expect(rows).toMatchObject([
      {
        email: expect.stringMatching(/^erased-\w+@erased\.invalid$/),
        user_id: null,
        status: 'completed',
        total_minor: expect.any(Number),
        customer: { country: 'PL', fullName: '' },
        client_address: '',
        paid_at: expect.any(Date),
      },
    ]);
    expect((await close(canary)).statusCode).toBe(401);
  });

  // Queues are no table of a module.
  if (redisUrl !== undefined) return;

  test('what one module forgets to erase is found', async () => {
    const canary = await plantCanaryPerson(shop);
    const person = { accountId: canary.accountId, emails: [canary.email] };
    await shop.get(PersonalData).eraseJobs(person);
    const tables = shop.get(PersonalTables).all();
    const em = shop.get(EntityManager);
    /** Each time all is put back. */
    const tracesWithout = async (forgotten: string) => {
      jest.spyOn(shop.get(PersonalTables), 'all').mockReturnValue(tables.filter(({ name }) => name !== forgotten));
      let traces: string[] = [];
      const undone = shop.get(Transaction).run(async () => {
        await shop.get(PersonalData).erase(person, 'erased@erased.invalid', shop.clock.now());
        traces = tracesIn(await dumpOf((statement) => em.execute(statement)), [...MARKS, canary.accountId]);
        throw new Error('undone');
      });
      await expect(undone).rejects.toThrow('undone');
      jest.restoreAllMocks();
      return traces;
    };
    const whenAllIsErased = await tracesWithout('nothing');
    const forgettable = tables.filter(({ erase }) => erase.length > 0).map(({ name }) => name);
    const unnoticed: string[] = [];
    for (const name of forgettable) if ((await tracesWithout(name)).length <= whenAllIsErased.length) unnoticed.push(name);
    expect(forgettable.length).toBeGreaterThan(14);
    expect(unnoticed).toEqual([]);
  });
}
