import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Transaction } from '../../../shared/ports.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';
import { RiskRecords } from '../application/ports.ts';
import { riskRecordsContract } from '../testing/risk-records.contract.ts';
import { ListedDisposableMail } from './listed-disposable-mail.ts';

export function riskRecords(): void {
  let shop: TestShop;

  beforeAll(async () => {
    shop = await testShop();
  }, 30_000);
  afterAll(() => shop.close());

  riskRecordsContract(async () => ({
    records: shop.get(RiskRecords),
    inTransaction: (work) => shop.get(Transaction).run(work),
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
