import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { exampleKeys, isContractPresent, requiredKeys, schemaKeys, violations } from '../testing/published-contract.ts';
import { order, sandboxForTest, type TestSandbox } from '../testing/sandbox-for-test.ts';

type Json = Record<string, unknown>;

/** In the newest examples, and not in what this API version answers: only on expansion, or not at all any more. */
const leftOut: Readonly<Record<string, readonly string[]>> = {
  charge: ['refunds'],
  dispute: ['payment_method_details'],
};
/** In the pinned SDK's types, and newer than both published files. */
const newer: Readonly<Record<string, readonly string[]>> = {
  'checkout.session': ['allowed_payment_method_types'],
  payment_intent: ['allowed_payment_method_types', 'payment_record'],
  dispute: ['intended_submission_method'],
};

let sandbox: TestSandbox;
const answers: Record<string, Json[]> = {};

beforeAll(async () => {
  sandbox = await sandboxForTest({ transferAfterMs: null });
  const get = async (path: string) => {
    const url = `${sandbox.stripeOrigin.replace('localhost', '127.0.0.1')}/v1/${path}`;
    return (await (await fetch(url, { headers: { authorization: 'Bearer sk_test_x' } })).json()) as Json & { data: Json[] };
  };
  const { stripe, control } = sandbox;
  const create = async () => (await stripe.checkout.sessions.create(order())).id;

  await create();
  const [paid, declined, waiting, expired] = [await create(), await create(), await create(), await create()];
  await control(`/sessions/${paid}/pay`);
  await control(`/sessions/${declined}/decline`);
  await control(`/sessions/${waiting}/pay-later`);
  await stripe.checkout.sessions.expire(expired);
  const intent = String((await stripe.checkout.sessions.retrieve(paid)).payment_intent);
  await stripe.refunds.create({ payment_intent: intent, amount: 1 });
  await control('/disputes', { payment_intent: intent });

  answers['checkout.session'] = (await get('checkout/sessions?expand[]=data.payment_intent.latest_charge&expand[]=data.line_items')).data;
  answers['payment_intent'] = (await get('payment_intents')).data;
  answers['charge'] = (await get('charges')).data;
  answers['refund'] = (await get('refunds')).data;
  answers['dispute'] = (await get('disputes')).data;
  answers['event'] = (await get('events?limit=100')).data;
  answers['item'] = (await get(`checkout/sessions/${paid}/line_items`)).data;
});
afterAll(() => sandbox.close());

const names = Object.keys(requiredKeys);

test.each(names)('every %s that is answered keeps to the published schema', (name) => {
  expect(answers[name]?.length).toBeGreaterThan(0);
  expect(answers[name]?.flatMap((object) => violations(name, object))).toEqual([]);
});

test.each(names)('no %s lacks a key of the newest published example', (name) => {
  const expected = exampleKeys(name).filter((key) => !leftOut[name]?.includes(key));
  for (const object of answers[name] ?? []) expect(Object.keys(object)).toEqual(expect.arrayContaining(expected));
});

test.each(names)('no %s has a key that Stripe does not publish', (name) => {
  const published = isContractPresent ? [...exampleKeys(name), ...schemaKeys(name), ...(newer[name] ?? [])] : null;
  const surplus = (answers[name] ?? [])
    .flatMap((object) => Object.keys(object))
    .filter((key) => published !== null && !published.includes(key));
  expect(surplus).toEqual([]);
});

test('the check goes red on an object that breaks the contract', () => {
  const [session] = answers['checkout.session'] as [Json];
  const { id, ...withoutId } = session;
  expect(typeof id).toBe('string');
  expect(violations('checkout.session', withoutId)).not.toEqual([]);
  if (isContractPresent) expect(violations('checkout.session', { ...session, payment_status: 'perhaps' })).not.toEqual([]);
});
