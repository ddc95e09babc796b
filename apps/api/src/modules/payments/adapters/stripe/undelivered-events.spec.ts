import { afterEach, expect, jest, test } from '@jest/globals';
import { Logger } from '@nestjs/common';
import Stripe from 'stripe';
import { PaymentUnavailable } from '../../domain/payment-errors.ts';
import { undeliveredAtStripe } from './undelivered-events.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

const event = (id: string, created: number) => ({ id, created, type: 'refund.failed', data: { object: { payment_intent: 'pi_1' } } });

/** The SDK, with these answers to lists of events. */
function answering(...answers: (object | Error)[]) {
  const stripe = new Stripe('sk_test_none');
  const list = jest.spyOn(stripe.events, 'list').mockImplementation((async () => {
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  }) as never);
  return { stripe, asked: () => list.mock.calls.map(([params]) => params) };
}

async function idsOf(stripe: Stripe, after: Date | null): Promise<string[][]> {
  const pages = [];
  for await (const page of undeliveredAtStripe(stripe, after)) pages.push(page.map((one) => one.event.id));
  return pages;
}

test('undelivered events are read to the last page, each page after the last event of the one before', async () => {
  const pages = [
    { data: [event('evt_3', 3), event('evt_2', 2)], has_more: true },
    { data: [event('evt_1', 1)], has_more: false },
  ];
  const { stripe, asked } = answering(...pages);
  expect(await idsOf(stripe, new Date(1999))).toEqual([['evt_3', 'evt_2'], ['evt_1']]);
  const wanted = { delivery_success: false, limit: 100, created: { gt: 1 }, types: expect.arrayContaining(['charge.dispute.created']) };
  expect(asked()).toEqual([wanted, { ...wanted, starting_after: 'evt_2' }]);
});

test('for all events no moment is named, and no more types than Stripe takes', async () => {
  const { stripe, asked } = answering({ data: [], has_more: false });
  expect(await idsOf(stripe, null)).toEqual([[]]);
  const [params] = asked();
  expect(Object.keys(params ?? {}).toSorted()).toEqual(['delivery_success', 'limit', 'types']);
  expect(new Set(params?.types).size).toBeLessThanOrEqual(20);
});

test('a key that may not read events makes the provider unavailable, and the log says why', async () => {
  const log = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
  const refusal = new Stripe.errors.StripePermissionError({ message: 'no', type: 'invalid_request_error' } as never);
  await expect(idsOf(answering(refusal).stripe, null)).rejects.toThrow(PaymentUnavailable);
  expect(log).toHaveBeenCalledWith(expect.objectContaining({ type: 'StripePermissionError' }));
});
