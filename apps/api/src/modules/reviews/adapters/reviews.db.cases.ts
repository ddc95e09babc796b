import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Mailer } from '../../../shared/ports.ts';
import { RecordingMailer } from '../../../testing/fakes.ts';
import { addUser } from '../../../testing/people.ts';
import { addProducts } from '../../../testing/products.ts';
import { buy, refundWhole } from '../../../testing/sales.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';
import { PaymentProvider } from '../../payments/application/ports.ts';
import { InMemoryPaymentProvider } from '../../payments/testing/in-memory-payments.ts';

export function reviews(): void {
  const provider = new InMemoryPaymentProvider();
  let shop: TestShop;

  beforeAll(async () => {
    shop = await testShop({
      fakes: [
        { provide: PaymentProvider, useValue: provider },
        { provide: Mailer, useValue: new RecordingMailer() },
      ],
    });
    await addProducts(shop, [{ kinguinId: 1, keys: 9 }, { kinguinId: 2 }]);
  });
  afterAll(() => shop.close());

  const review = (token: string | undefined, change: object = {}) =>
    shop.app.inject({
      method: 'POST',
      url: '/review/',
      headers: token === undefined ? {} : { authorization: token },
      payload: { productType: 'kinguin', kinguin: '1', rating: 5, description: 'Works.', ...change },
    });
  const list = async () => (await shop.app.inject('/review/kinguin/1')).json<object[]>();

  test('a buyer reviews a delivered product, and a second review replaces the first', async () => {
    const { token, email } = await addUser(shop, 'ada');
    await buy(shop, provider, { token, email });
    expect((await review(token)).json()).toEqual({ success: true, message: expect.any(String) });
    const [first] = await list();
    expect(first).toMatchObject({ rating: 5, description: 'Works.', user: { username: 'ada', lastname: 'B' }, kinguin: '1' });
    shop.clock.advance(60_000);
    expect((await review(token, { kinguin: 1, rating: 2, description: ' Two\nlines <b>& more</b> ' })).statusCode).toBe(201);
    expect(await list()).toEqual([
      { ...first, rating: 2, description: 'Two\nlines <b>& more</b>', createdAt: shop.clock.now().toISOString() },
    ]);
  });

  test('a guest order counts for the verified owner of its e-mail', async () => {
    const { token, email } = await addUser(shop, 'bea');
    await buy(shop, provider, { email });
    expect((await review(token)).statusCode).toBe(201);
  });

  test('a delivered product is reviewed while the payment is disputed, and one whose keys are withheld is not', async () => {
    const { token, email } = await addUser(shop, 'gil');
    const disputed = `update shop_order set status = 'disputed' where id = $1`;
    await shop.database.query(disputed, [await buy(shop, provider, { token, email, isDelivered: false })]);
    expect((await review(token)).statusCode).toBe(403);
    await shop.database.query(disputed, [await buy(shop, provider, { token, email })]);
    expect((await review(token)).statusCode).toBe(201);
  });

  test('no review without a login, without a delivered order, after a refund, or before the e-mail is verified', async () => {
    const { token, email } = await addUser(shop, 'cid');
    expect((await review(undefined)).statusCode).toBe(401);
    expect((await review(token)).statusCode).toBe(403);
    const id = await buy(shop, provider, { token, email, isDelivered: false });
    expect((await review(token)).statusCode).toBe(403);
    await refundWhole(shop, id);
    expect((await review(token)).statusCode).toBe(403);
    const dan = await addUser(shop, 'dan', { isVerified: false });
    await buy(shop, provider, { token: dan.token, email: dan.email });
    expect((await review(dan.token)).json()).toMatchObject({ statusCode: 403, message: expect.stringContaining('verify your e-mail') });
  });

  test('the review of an order that was refunded or charged back is not shown, unless its author has bought the product again', async () => {
    const { token, email } = await addUser(shop, 'fay');
    const id = await buy(shop, provider, { token, email });
    await review(token, { description: 'Of Fay' });
    const isShown = async () => (await list()).some((one) => JSON.stringify(one).includes('Of Fay'));
    expect(await isShown()).toBe(true);
    await refundWhole(shop, id);
    expect(await isShown()).toBe(false);
    await shop.database.query(`update shop_order set status = 'charged_back' where id = $1`, [id]);
    expect(await isShown()).toBe(false);
    await buy(shop, provider, { email });
    expect(await isShown()).toBe(true);
  });

  test('only a bought product can be reviewed, and an unknown one is a 404', async () => {
    const { token, email } = await addUser(shop, 'eve');
    await buy(shop, provider, { token, email });
    expect((await review(token, { kinguin: '2' })).statusCode).toBe(403);
    expect((await review(token, { kinguin: '99' })).statusCode).toBe(404);
    expect((await review(token, { productType: 'software' })).statusCode).toBe(404);
  });

  test.each([
    ['rating', { rating: 0 }],
    ['rating', { rating: 6 }],
    ['rating', { rating: 4.5 }],
    ['rating', { rating: '5' }],
    ['rating', { rating: [5] }],
    ['rating', { rating: null }],
    ['description', { description: 'x'.repeat(2001) }],
    ['description', { description: ['x'] }],
    ['description', { description: 'bell \u0007' }],
    ['description', { description: undefined }],
    ['productType', { productType: 'book' }],
    ['productType', { productType: '__proto__' }],
    ['kinguin', { kinguin: '1 or 1' }],
    ['kinguin', { kinguin: {} }],
    ['user', { user: 'ada' }],
  ])('a review with a wrong %s is refused and the field is named: %j', async (field, change) => {
    const token = (await addUser(shop, `wrong-${field}-${JSON.stringify(change).length}-${shop.clock.now().getTime()}`)).token;
    shop.clock.advance(1);
    const answer = await review(token, change);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ details: [expect.objectContaining({ field })] });
  });
}
