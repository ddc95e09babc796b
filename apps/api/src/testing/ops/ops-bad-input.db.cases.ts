import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { PaymentProvider } from '../../modules/payments/application/ports.ts';
import { InMemoryPaymentProvider } from '../../modules/payments/testing/in-memory-payments.ts';
import { openApiDocument } from '../../platform/http/openapi/openapi.ts';
import { operationsOf, type Operation, type Schema } from '../bad-input/schema.ts';
import { attacked, isNamed, send } from '../bad-input/sending.ts';
import { attacksOn } from '../bad-input/wrong-values.ts';
import { type TestShop, testShop } from '../test-shop.ts';
import { opsKey } from './staff.ts';

/** On each operation a sample, the same every time; `npm run prove` asks for more. */
const SAMPLE = { attacks: 5, seed: 20_261_123 };
const INSTANT = '2026-11-21T08:00:00Z';

export function opsBadInput({ attacks: attacksOnEach, seed } = SAMPLE): void {
  let shop: TestShop;

  beforeAll(async () => {
    shop = await testShop({
      fakes: [{ provide: PaymentProvider, useValue: new InMemoryPaymentProvider() }],
      environment: { RATE_LIMIT_SCALE: '1000' },
    });
  });
  afterAll(() => shop.close());

  test('whatever is wrong with the input of an ops call, it breaks nothing, a 400 names the field, and the call describes what it answers', async () => {
    const headers = { 'x-ops-key': (await opsKey(shop, 'owner')).text };
    const faults = new Set<string>();
    for (const operation of operationsOf(openApiDocument(shop.app, 'ops'))) {
      const parameters = Object.fromEntries(
        operation.parameters.map(({ path: [name = ''], schema }) => [name, String(schema.enum?.[0] ?? '1')]),
      );
      // Ops calls have a key of their own: what a shopper's token holds is nothing to them.
      const attacks = attacksOn({ ...operation, takesToken: false });
      for (const attack of fc.sample(attacks, { numRuns: attacksOnEach, seed })) {
        const body = operation.body.length > 0 ? needed(operation) : undefined;
        const { status, named, text } = await send(shop, operation, attacked({ headers, parameters, ...(body && { body }) }, attack));
        const { what, place, field, value, mustBeRefused } = attack;
        const label = `${operation.id}: ${what} in ${place} ${field}: ${JSON.stringify(value)?.slice(0, 60)} → ${status} ${text}`;
        if (status >= 500) faults.add(label);
        if (!operation.statuses.includes(status)) faults.add(`not described: ${label}`);
        if (mustBeRefused && status < 400) faults.add(label);
        if (status === 400 && named.length === 0) faults.add(label);
        if (mustBeRefused && place === 'query' && status === 400 && !isNamed(field, named)) faults.add(label);
      }
    }
    expect([...faults]).toEqual([]);
  }, 120_000);
}

/** What a body needs, so that what is missing in it does not hide what is wrong in the address. A form takes no `reason`. */
function needed({ body, isForm }: Operation): Record<string, unknown> {
  if (isForm) return { reason: 'a test' };
  const fitting = ({ type, format, pattern, minimum, enum: choices }: Schema): unknown => {
    if (choices) return choices[0];
    if (type === 'array') return [];
    if (type === 'string') return format === 'date-time' || (pattern && new RegExp(pattern).test(INSTANT)) ? INSTANT : 'a test';
    return minimum ?? 1;
  };
  const own = body.filter(({ path, isRequired }) => path.length === 1 && isRequired);
  return Object.fromEntries(own.map(({ path: [name = ''], schema }) => [name, fitting(schema)]));
}
