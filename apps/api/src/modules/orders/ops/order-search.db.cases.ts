import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { RecordingMailer } from '../../../testing/fakes.ts';
import { callOps, opsKey, sendForm } from '../../../testing/ops/staff.ts';
import { addProducts, buyer, cartLine } from '../../../testing/products.ts';
import { buy } from '../../../testing/sales.ts';
import { salesShop } from '../../../testing/sales-shop.ts';
import type { TestShop } from '../../../testing/test-shop.ts';
import { InMemoryPaymentProvider } from '../../payments/testing/in-memory-payments.ts';
import type { OpsOrder, OpsOrderStory } from './orders-ops.dto.ts';

const entered = {
  fullName: 'Łucja Li-Na 100%',
  email: 'Lucja.Buyer@example.com',
  phone: '+48 600 000 000',
  company: 'Li & Sons',
  taxNumber: 'PL1234567890',
  zipCode: '00-001',
  selectedCountry: 'Poland',
  customerNotes: '=1+1\nA "gift", please',
};

export function orderSearch(): void {
  const provider = new InMemoryPaymentProvider();
  const mailer = new RecordingMailer();
  let shop: TestShop;
  let support: string;
  let lucjas: string;
  let other: string;

  beforeAll(async () => {
    shop = await salesShop({ provider, mailer });
    await addProducts(shop, [
      { kinguinId: 1, keys: 5, name: 'Half "Moon"' },
      { kinguinId: 2, keys: 5, name: 'V2' },
    ]);
    support = (await opsKey(shop, 'support')).text;
    const data = { ...buyer, ...entered };
    const answer = await shop.app.inject({
      method: 'POST',
      url: '/products/payment_checkout',
      payload: { cart: [cartLine(1)], data, currency: 'EUR' },
    });
    lucjas = answer.json<{ id: string }>().id.replace('session-', '');
    other = await buy(shop, provider, { kinguinId: 2, email: 'bo@example.com' });
    await shop.database.query(`update shop_order set number = 'K774276478' where id = $1`, [lucjas]);
  });
  afterAll(() => shop.close());

  const get = (url: string) => callOps(shop, support, 'GET', `/ops/orders${url}`);
  const found = async (filter: Record<string, string>) =>
    (await get(`?${new URLSearchParams(filter).toString()}`)).json<{ items: OpsOrder[] }>().items.map(({ id }) => id);

  test('an order shows all that its buyer entered, alone, in the list and in the export', async () => {
    const { selectedCountry: country, customerNotes: notes, email, ...same } = entered;
    const customer = { ...same, country, notes };
    const { order } = (await get(`/${lucjas}`)).json<OpsOrderStory>();
    expect(order).toMatchObject({ email: email.toLowerCase(), customer });
    expect((await get('?email=lucja')).json()).toMatchObject({ items: [{ customer }] });
    expect((await get('/export.csv?email=lucja')).body).toContain(
      `lucja.buyer@example.com,EUR,10.00,0.00,0.00,,Łucja Li-Na 100%,'+48 600 000 000,Li & Sons,PL1234567890,00-001,Poland,"'=1+1\nA ""gift"", please",`,
    );
  });

  test('what a buyer left empty, or an old order does not have, is null', async () => {
    const nothing = { phone: null, company: null, taxNumber: null, zipCode: null, country: null, notes: null };
    expect((await get(`/${other}`)).json()).toMatchObject({ order: { customer: { fullName: 'Ada Buyer', ...nothing } } });
    const { rows } = await shop.database.query(`select customer from shop_order where id = $1`, [other]);
    await shop.database.query(`update shop_order set customer = '{}' where id = $1`, [other]);
    expect((await get(`/${other}`)).json()).toMatchObject({ order: { customer: { fullName: '', ...nothing } } });
    await shop.database.query(`update shop_order set customer = $2 where id = $1`, [other, rows[0]?.customer]);
  });

  test.each(['K774 276 478', '774276478', 'k774-276-478'])('the order of the number %s is found, and opened by it', async (number) => {
    expect(await found({ number })).toEqual([lucjas]);
    expect((await get(`/${encodeURIComponent(number)}`)).json<OpsOrderStory>().order.id).toBe(lucjas);
  });

  test.each([
    ['email', 'CJA.buy'],
    ['email', 'lucja.buyer@example.com'],
    ['name', 'łucja'],
    ['name', 'CJA li'],
    ['name', '100%'],
    ['product', 'half "'],
    ['product', '"MOON"'],
  ])('an order is found by its %s as %j', async (filter, text) => {
    expect(await found({ [filter]: text })).toEqual([lucjas]);
  });

  test('an order is found by its whole key in any case, with other dashes or without', async () => {
    const key = /KEY-2-\d+/.exec(mailer.sent.at(-1)?.text ?? '')?.[0] ?? '';
    const spellings = [key, key.toLowerCase(), key.replaceAll('-', ''), ` ${key.toLowerCase().replaceAll('-', ' ')} `, key.slice(0, -1)];
    const orders = [];
    for (const spelling of spellings) {
      const answer = await callOps(shop, support, 'POST', '/ops/orders/by-key', { key: spelling, reason: 'a test' });
      orders.push(answer.json<{ items: OpsOrder[] }>().items.map(({ id }) => id));
    }
    expect(orders).toEqual([[other], [other], [other], [other], []]);
  });

  test('of keys that differ in dashes alone the spelling of one finds its order, and any other the orders of all', async () => {
    const { text: keeper } = await opsKey(shop, 'catalogue');
    await addProducts(shop, [{ kinguinId: 3 }]);
    const url = '/ops/keys?product=3&takeProbableDuplicates=true&reason=a+test';
    await sendForm(shop, keeper, 'POST', url, [['file', 'SAME-KEYS\nSAMEKEYS\n', 'keys.txt']]);
    const orders = [];
    for (let time = 0; time < 2; time += 1) {
      shop.clock.advance(1000);
      orders.push(await buy(shop, provider, { kinguinId: 3, email: 'cy@example.org' }));
    }
    const withKey = async (key: string) =>
      (await callOps(shop, support, 'POST', '/ops/orders/by-key', { key, reason: 'a test' }))
        .json<{ items: OpsOrder[] }>()
        .items.map(({ id }) => id);
    expect(await withKey('same keys')).toEqual(orders.toReversed());
    const own = [await withKey('SAME-KEYS'), await withKey('SAMEKEYS')];
    expect([own.flat().toSorted(), own.map((ids) => ids.length)]).toEqual([orders.toSorted(), [1, 1]]);
  });

  test('signs of patterns stand for themselves, and everything that is set must fit', async () => {
    expect(await found({ name: '1_0%' })).toEqual([]);
    expect(await found({ product: 'half%moon' })).toEqual([]);
    expect(await found({ product: 'moon', email: 'bo@example' })).toEqual([]);
    expect((await found({ email: '@example.com' })).toSorted()).toEqual([lucjas, other].toSorted());
  });

  test('one or two characters find what is just that, and no character at all is refused', async () => {
    expect(await found({ product: 'v2' })).toEqual([other]);
    expect(await found({ product: 'al' })).toEqual([]);
    expect(await found({ name: 'li' })).toEqual([]);
    const refused = await get('?name=--');
    expect([refused.statusCode, refused.json()]).toEqual([
      400,
      expect.objectContaining({ details: [{ field: 'name', message: 'Please search by a letter or a digit at least.' }] }),
    ]);
    expect((await get('?name=')).statusCode).toBe(200);
  });
}
