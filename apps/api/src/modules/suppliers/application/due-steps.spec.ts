import { expect, test } from '@jest/globals';
import { SupplierAway, SupplierPausing, SupplierRefused } from '../domain/supplier-errors.ts';
import { InMemorySupplier } from '../testing/in-memory-supplier.ts';
import { DueSteps } from './due-steps.ts';

const kinguin = new InMemorySupplier();
const other = new InMemorySupplier('codeswholesale');

/** Does these steps of each supplier, of which an error is one that fails. Answers how many were begun. */
async function done(steps: readonly (true | Error)[], { most = 10 } = {}): Promise<Record<string, number>> {
  const begun: Record<string, number> = { kinguin: 0, codeswholesale: 0 };
  await new DueSteps().run([kinguin, other], most, async ({ name }) => {
    const step = steps[begun[name] ?? 0];
    if (step === undefined) return false;
    begun[name] = (begun[name] ?? 0) + 1;
    if (step !== true) throw step;
    return true;
  });
  return begun;
}

test('each supplier has its steps done until none is due, or there were enough for one run', async () => {
  expect(await done([true, true, true])).toEqual({ kinguin: 3, codeswholesale: 3 });
  expect(await done([true, true, true], { most: 2 })).toEqual({ kinguin: 2, codeswholesale: 2 });
});

test('a supplier that does not answer is left alone, and one that refuses a step is asked for the next one', async () => {
  expect(await done([true, new SupplierAway('down'), true])).toEqual({ kinguin: 2, codeswholesale: 2 });
  expect(await done([new SupplierPausing(1000), true])).toEqual({ kinguin: 1, codeswholesale: 1 });
  expect(await done([new SupplierRefused('no such order'), true])).toEqual({ kinguin: 2, codeswholesale: 2 });
});

test('what fails for a reason of the shop keeps no other step waiting, and is thrown at the end', async () => {
  const begun: number[] = [];
  const steps = new DueSteps().run([kinguin], 10, async () => {
    begun.push(1);
    if (begun.length === 1) throw new Error('broken');
    return begun.length < 3;
  });
  await expect(steps).rejects.toThrow('broken');
  expect(begun).toHaveLength(3);
});
