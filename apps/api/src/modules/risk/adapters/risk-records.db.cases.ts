import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PurgeExpired } from '../../../platform/scheduler/purge-expired.ts';
import { Transaction } from '../../../shared/ports.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';
import { BlockListMatches, RiskRecords } from '../application/ports.ts';
import { blockListsContract } from '../testing/block-lists.contract.ts';
import { riskRecordsContract } from '../testing/risk-records.contract.ts';
import { ListedDisposableMail } from './listed-disposable-mail.ts';

const DAY_MS = 86_400_000;

export function riskRecords(): void {
  let shop: TestShop;

  beforeAll(async () => {
    shop = await testShop({ environment: { KEEP_RISK_COUNTS_DAYS: '45', KEEP_KNOWN_BUYERS_DAYS: '60' } });
  }, 30_000);
  afterAll(() => shop.close());

  riskRecordsContract(async () => ({
    records: shop.get(RiskRecords),
    inTransaction: (work) => shop.get(Transaction).run(work),
  }));

  describe('block lists', () =>
    blockListsContract(async () => {
      await shop.database.query('delete from blocked_buyer; delete from blocked_country');
      return {
        lists: shop.get(BlockListMatches),
        clock: shop.clock,
        block: async (kind, value, endsAt) => {
          await shop.database.query(`insert into blocked_buyer values ($1, $2, $3, 'test', now(), 'test', $4)`, [
            ...[`${kind} ${value}`, kind, value],
            endsAt ?? null,
          ]);
        },
        blockCountry: async (code) => {
          await shop.database.query(`insert into blocked_country values ($1, 'test', now(), 'test')`, [code]);
        },
      };
    }));

  test('the table of payments names neither address nor card', async () => {
    const keys = [
      { kind: 'email', value: 'ada@example.com' },
      { kind: 'card', value: 'fingerprint-1' },
    ] as const;
    const fact = { id: 'named', orderId: 'named', keys, at: shop.clock.now(), outcome: 'paid', valueMinor: 1 } as const;
    await shop.get(Transaction).run(() => shop.get(RiskRecords).add([], [fact]));
    const { rows } = await shop.database.query<{ key: string }>(`select key from risk_fact where id = 'named' order by key`);
    expect(rows).toEqual([{ key: expect.stringMatching(/^card:[\w-]{22}$/) }, { key: expect.stringMatching(/^email:[\w-]{22}$/) }]);
  });

  test('payments are counted, and buyers known, for as long as the settings say', async () => {
    const now = shop.clock.now().getTime();
    const key = { kind: 'email', value: 'kept@example.com' } as const;
    const fact = (id: string, days: number, outcome: 'paid' | 'failed') => ({
      id,
      orderId: id,
      keys: [key],
      at: new Date(now - days * DAY_MS),
      outcome,
      valueMinor: 1,
    });
    const facts = [fact('kept-1', 44, 'failed'), fact('kept-2', 46, 'failed'), fact('kept-3', 59, 'paid'), fact('kept-4', 61, 'paid')];
    await shop.get(Transaction).run(() => shop.get(RiskRecords).add([], facts));
    await shop.get(PurgeExpired).run();
    const { rows } = await shop.database.query<{ id: string }>(`select id from risk_fact where id like 'kept-%' order by id`);
    expect(rows.map(({ id }) => id)).toEqual(['kept-1', 'kept-3']);
  });

  test('disposable domains are known, those below them as well, and example.com is none', () => {
    const list = new ListedDisposableMail();
    expect(['mailinator.com', 'box.mailinator.com', 'example.com', 'gmail.com', 'com'].map((domain) => list.isDisposable(domain))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
}
