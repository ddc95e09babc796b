import { expect, test } from '@jest/globals';
import Stripe from 'stripe';
import { readConfig } from '../../../../platform/config/config.ts';
import { ForgedEvent } from '../../domain/payment-errors.ts';
import { StripePaymentProvider } from './stripe-payment-provider.ts';

const config = readConfig({});
const payload = JSON.stringify({ id: 'evt_1', object: 'event', type: 'customer.created', data: { object: { id: 'cus_1' } } });

/** An event that was signed so many seconds from now, as the shop reads it. */
function eventOf(seconds: number, change = (signature: string) => signature) {
  const timestamp = Math.floor(Date.now() / 1000) + seconds;
  const signature = new Stripe('sk_test_sandbox').webhooks.generateTestHeaderString({
    payload,
    secret: config.stripe.webhookSecret,
    timestamp,
  });
  return new StripePaymentProvider(config).readEvent(Buffer.from(payload), { 'stripe-signature': change(signature) });
}

test.each([0, -290, 290])('an event that was signed %s seconds from now is read', (seconds) => {
  expect(eventOf(seconds)).toMatchObject({ id: 'evt_1' });
});

test.each([-310, 310, 31_536_000])('an event that was signed %s seconds from now is refused', (seconds) => {
  expect(() => eventOf(seconds)).toThrow(ForgedEvent);
});

test('a second time in the header does not make an event younger', () => {
  const now = Math.floor(Date.now() / 1000);
  expect(() => eventOf(3600, (signature) => `t=${now},${signature}`)).toThrow(ForgedEvent);
  expect(() => eventOf(3600, (signature) => `${signature},t=${now}`)).toThrow(ForgedEvent);
});
