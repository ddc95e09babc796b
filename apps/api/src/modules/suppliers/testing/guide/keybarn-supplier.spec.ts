import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { USUAL_LIMITS } from '../../adapters/http/supplier-http.ts';
import { supplierContract } from '../supplier.contract.ts';
import { KeybarnStandIn } from './keybarn-stand-in.ts';
import { KeybarnSupplier } from './keybarn-supplier.ts';

const GUIDE = '../../../../../../../docs/how-to/developers/add-a-supplier.md';

describe('the supplier of the guide', () => {
  const standIn = new KeybarnStandIn();
  let apiUrl: string;
  beforeAll(async () => {
    apiUrl = await standIn.listen();
  });
  afterAll(() => standIn.close());

  supplierContract(async () => {
    standIn.reset();
    return {
      supplier: new KeybarnSupplier({ apiUrl, token: 'token' }, { ...USUAL_LIMITS, perSecond: 1000, breakAfter: 3, breakForMs: 50 }),
      async offer(products) {
        standIn.offers = Array.from({ length: products }, (_, index) => ({
          id: `offer-${index + 1}`,
          product: String(index + 1),
          title: `Game ${index + 1}`,
          euros: 5.79,
          pieces: 4,
        }));
      },
      async setBalance(minor) {
        standIn.cents = minor;
      },
      async deliverAtOnce(keys) {
        standIn.deliversAtOnce = keys;
      },
      async deliverPictures() {
        standIn.deliversPictures = true;
      },
      async settle(orderId, how) {
        const order = standIn.orders.find(({ id }) => id === orderId);
        if (!order) throw new Error(`There is no order ${orderId}.`);
        if (how === 'delivered') standIn.deliver(order);
        else order.state = 'ended';
        standIn.showsReturns = true;
      },
      async returnLate() {
        standIn.showsReturns = false;
      },
      async loseAnswer(when) {
        standIn.loses = when;
      },
      orderCount: async () => standIn.orders.length,
      async spoilAnswer(how, to) {
        standIn.spoils = { how, to };
      },
      async empty(product) {
        standIn.offers = standIn.offers.filter((offer) => offer.product !== product);
        return new Date(0);
      },
      async raisePrices() {
        standIn.offers = standIn.offers.map((offer) => ({ ...offer, euros: Math.round(offer.euros * 110) / 100 }));
      },
      async hear(_webhooks, act) {
        await act();
        return Array.from({ length: 2 }, () => ({ headers: {}, body: { product: '1' } }));
      },
      async setAway(isAway) {
        standIn.isAway = isAway;
      },
    };
  });
});

test('the guide shows the adapter as it is', () => {
  const guide = readFileSync(join(import.meta.dirname, GUIDE), 'utf8');
  const shown = /```ts\n(\/\/ keybarn-supplier\.ts\n)?([\s\S]*?)```/.exec(guide)?.[2];
  expect(shown).toBe(readFileSync(join(import.meta.dirname, 'keybarn-supplier.ts'), 'utf8'));
});
