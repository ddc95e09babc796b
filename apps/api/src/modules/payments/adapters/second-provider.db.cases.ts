import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Module } from '@nestjs/common';
import { openApiDocument } from '../../../platform/http/openapi/openapi.ts';
import { addProducts } from '../../../testing/products.ts';
import { buy, refundWhole } from '../../../testing/sales.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';
import { ProcessEvent } from '../application/events/process-event.ts';
import { paymentsMetadata, PaymentsModule } from '../payments.module.ts';
import { ImaginaryProvider, imaginaryEvent } from '../testing/imaginary-provider.ts';
import { PROVIDERS } from './providers.ts';

/** Wiring of a second provider, here the one for new payments. */
@Module(paymentsMetadata({ imaginary: ImaginaryProvider, ...PROVIDERS }))
class PaymentsWithImaginary extends PaymentsModule {}

export function secondProvider(): void {
  let shop: TestShop;
  let provider: ImaginaryProvider;

  beforeAll(async () => {
    shop = await testShop({ modules: [{ replace: PaymentsModule, by: PaymentsWithImaginary }] });
    provider = shop.get(ImaginaryProvider);
    await addProducts(shop, [{ kinguinId: 1, keys: 5 }]);
  });
  afterAll(() => shop.close());

  const orderOf = async (id: string) =>
    (await shop.database.query('select status, payment_provider as provider from shop_order where id = $1', [id])).rows[0] as object;
  const send = (name: string, headers: Record<string, string>, payload: Buffer) =>
    shop.app.inject({ method: 'POST', url: `/webhooks/${name}`, headers: { ...headers, 'content-type': 'application/json' }, payload });

  test.each([
    ['imaginary', 'Imaginary-Seal'],
    ['stripe', 'Stripe-Signature'],
  ])('an event that %s did not sign is refused at its path with the name of its header, and not stored', async (name, header) => {
    const { body, headers } = imaginaryEvent(1, 'order-1');
    const answer = await send(name, { ...headers, [header.toLowerCase()]: 'forged' }, body);
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      expect.objectContaining({ details: [expect.objectContaining({ field: header })] }),
    ]);
    expect((await shop.database.query('select from payment_event')).rowCount).toBe(0);
  });

  test('a provider added by one line takes payments, events by its own webhook, and refunds', async () => {
    const id = await buy(shop, provider, { isPaid: false });
    expect(await orderOf(id)).toEqual({ status: 'pending', provider: 'imaginary' });
    provider.become(`session-${id}`, { outcome: 'paid' });
    const { body, headers } = imaginaryEvent(7, id);
    const taken = await send('imaginary', headers, body);
    expect([taken.statusCode, taken.json()]).toEqual([200, { received: true }]);
    await shop.get(ProcessEvent).run('imaginary.7');
    expect(await orderOf(id)).toEqual({ status: 'fulfilling', provider: 'imaginary' });

    await refundWhole(shop, id);
    expect([...provider.refunds]).toEqual([id]);
    expect(await orderOf(id)).toEqual({ status: 'refunded', provider: 'imaginary' });
  });

  test('each provider has its own path, operation and headers in the API document', () => {
    const { paths } = openApiDocument(shop.app);
    const described = Object.entries(paths)
      .filter(([path]) => path.startsWith('/webhooks/') && !path.startsWith('/webhooks/suppliers/'))
      .map(([path, { post }]) => [path, post?.operationId, post?.parameters?.map((parameter) => 'name' in parameter && parameter.name)]);
    expect(described).toEqual([
      ['/webhooks/imaginary', 'receiveImaginaryEvent', ['Imaginary-Time', 'Imaginary-Seal']],
      ['/webhooks/stripe', 'receiveStripeEvent', ['Stripe-Signature']],
    ]);
  });
}
