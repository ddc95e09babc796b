import { expect, test } from '@jest/globals';
import { FixedClock, PlainTransaction } from '../../../../testing/fakes.ts';
import { InMemorySupplier } from '../../testing/in-memory-supplier.ts';
import { Suppliers } from '../ports.ts';
import { ReturnKeys } from './return-keys.ts';
import type { SupplierReturns } from './returns.ts';

test('a run ends while the database does not answer, and says so', async () => {
  let asked = 0;
  const take = async () => {
    asked += 1;
    if (asked < 10_000) throw new Error('no connection');
    return null;
  };
  const none = undefined as never;
  const returns = { take } as unknown as SupplierReturns;
  const suppliers = new Suppliers([new InMemorySupplier()]);
  const keys = new ReturnKeys(suppliers, none, none, returns, none, none, none, new PlainTransaction(), new FixedClock());
  await expect(keys.run()).rejects.toThrow('no connection');
  expect(asked).toBeLessThan(1000);
});
