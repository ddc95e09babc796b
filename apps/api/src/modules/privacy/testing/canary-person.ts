import { getQueueToken } from '@nestjs/bullmq';
import type { Queue } from 'bullmq';
import sharp from 'sharp';
import { PaymentProvider } from '../../payments/application/ports.ts';
import type { InMemoryPaymentProvider } from '../../payments/testing/in-memory-payments.ts';
import { Mailer } from '../../../shared/ports.ts';
import { captchaCookie } from '../../../testing/captcha.ts';
import type { RecordingMailer } from '../../../testing/fakes.ts';
import { formOf } from '../../../testing/forms.ts';
import { operator } from '../../../testing/operators.ts';
import { addProducts } from '../../../testing/products.ts';
import { buy } from '../../../testing/sales.ts';
import type { TestShop } from '../../../testing/test-shop.ts';
import { deliverMails } from '../../users/testing/mailbox.ts';

/** What the person left, as it could stand anywhere. The last one is of the picture's EXIF, as its bytes are printed. */
export const MARKS = ['canary', '203.0.113.77', '5550477', Buffer.from('Canary').toString('hex')] as const;

export interface CanaryPerson {
  readonly accountId: string;
  readonly email: string;
  readonly password: string;
  readonly token: string;
  readonly orderId: string;
}

let count = 0;

/** A person who used everything that the shop has, by its calls where there is one. */
export async function plantCanaryPerson(shop: TestShop): Promise<CanaryPerson> {
  count += 1;
  const mailer = shop.get(Mailer) as RecordingMailer;
  const email = `canary-${count}@example.com`;
  const password = `canary bicycle ${count}`;
  const call = (url: string, payload: object, headers: Record<string, string> = {}) =>
    shop.app.inject({ method: 'POST', url, payload, headers, remoteAddress: '203.0.113.77' });

  await call('/user/signup', { username: 'Canary', lastname: 'Canaryson', email, password });
  await deliverMails(shop, mailer);
  const { rows: users } = await shop.database.query<{ id: string }>('select id from shop_user where email = $1', [email]);
  const accountId = users[0]?.id ?? '';
  const staff = await operator(shop, 'owner');
  const logIn = async () => (await call('/user/login', { email, password }, { 'user-agent': FIREFOX })).json<{ tk: string }>().tk;
  await call('/user/login', { email, password: 'canary wrong' });
  await staff.call('POST', `/ops/customers/${accountId}/verify`, { reason: 'Canary called' });
  const token = await logIn();
  await call('/user/forgot-password', { email });
  await call('/privacy/data', { email });

  const kinguinId = 7000 + count;
  const [productId = ''] = await addProducts(shop, [{ kinguinId, keys: 3 }]);
  const orderId = await buy(shop, shop.get(PaymentProvider) as InMemoryPaymentProvider, { kinguinId, quantity: 2, token, email });
  const seen = { headers: { authorization: token, 'user-agent': FIREFOX }, remoteAddress: '203.0.113.77' };
  for (const url of ['/order', `/order/${orderId}/keys`]) await shop.app.inject({ url, ...seen });
  await shop.app.inject({
    method: 'POST',
    url: '/review',
    headers: { authorization: token },
    payload: { productType: 'kinguin', kinguin: String(kinguinId), rating: 5, description: 'Canary likes it' },
  });
  await shop.app.inject({
    method: 'PUT',
    url: '/user/wishlist',
    headers: { authorization: token },
    payload: { items: [String(kinguinId)] },
  });
  await call('/news', { email });
  await staff.call('POST', `/ops/customers/${accountId}/notes`, { text: 'Canary prefers Polish' });
  await staff.call('POST', `/ops/orders/${orderId}/notes`, { text: 'Canary waits' });
  await sendPicture(shop, email);
  await deliverMails(shop, mailer);
  await plantRows(shop, { accountId, orderId, productId, email });
  return { accountId, email, password, token, orderId };
}

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';

async function sendPicture(shop: TestShop, email: string): Promise<void> {
  const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'teal' } })
    .jpeg()
    .withExif({ IFD0: { Artist: 'Canary Canaryson' } })
    .toBuffer();
  const { headers, payload } = formOf([
    ['fullName', 'Canary Canaryson'],
    ['email', email],
    ['message', 'I am the canary'],
    ['file', picture, 'canary.jpg'],
  ]);
  await shop.app.inject({
    method: 'POST',
    url: '/contact/contacts',
    headers: { ...headers, cookie: await captchaCookie(shop) },
    payload,
    remoteAddress: '203.0.113.77',
  });
}

/** What no call of a test shop leaves by itself: rows of other services, of failures, of the checkout form's other fields. */
async function plantRows(
  shop: TestShop,
  { accountId, orderId, productId, email }: { accountId: string; orderId: string; productId: string; email: string },
): Promise<void> {
  const { database, clock } = shop;
  const now = clock.now();
  const customer = {
    fullName: 'Canary Canaryson',
    phone: '+48 5550477',
    company: 'Canary Ltd',
    taxNumber: 'CANARY-1',
    zipCode: 'CANARY',
    country: 'PL',
    notes: 'canary',
  };
  await database.query(
    `update shop_order set customer = $2, client_address = '203.0.113.77', browser_id = 'canary-browser', idempotency_key = 'canary' || id,
      request_hash = 'canary', session_url = 'https://pay.example/canary' where id = $1`,
    [orderId, customer],
  );
  await database.query(`update risk_decision set signals = '{"browser": "canary"}' where order_id = $1`, [orderId]);
  await database.query(`update order_event set origin = '{"requestId": "canary"}' where order_id = $1`, [orderId]);
  await database.query(`insert into user_identity (provider, provider_id, user_id, created_at) values ('steam', $1, $2, $3)`, [
    `canary-${accountId}`,
    accountId,
    now,
  ]);
  await database.query(`insert into unlinked_identity (provider, provider_id, user_id, unlinked_at) values ('google', $1, $2, $3)`, [
    `canary-${accountId}`,
    accountId,
    now,
  ]);
  await database.query(`insert into closed_address (user_id, address_hash) values ($1, 'canary')`, [accountId]);
  await database.query(
    `insert into payment_event (id, type, session_id, intent_id, payload, received_at, processed_at)
      select 'evt_' || id, 'checkout.session.completed', session_id, payment_intent_id, $2, $3, $3 from shop_order where id = $1`,
    [orderId, { customer_details: { email } }, now],
  );
  // Of a refused card: the order knows neither the payment nor the session that it names.
  await database.query(
    `insert into payment_event (id, type, intent_id, payload, received_at, processed_at)
      values ('evt_refused_' || $1, 'charge.failed', 'pi_refused', $2, $3, $3)`,
    [orderId, { data: { object: { metadata: { order_id: orderId }, billing_details: { email } } } }, now],
  );
  await database.query(
    `insert into order_refund (id, order_id, kind, lines, amount_minor, is_whole, asked_by, asked_at, done_at, reason)
      values ('re_' || $1, $1, 'goodwill', '{}', 1, false, 'bo', $2, $2, 'Canary was angry')`,
    [orderId, now],
  );
  await database.query(
    `insert into payment_dispute (id, provider, id_at_provider, order_id, payment_id, reason, amount_minor, currency, opened_at, state, ended_at, evidence)
      values ('du_' || $1, 'stripe', 'du_' || $1, $1, 'pi', 'fraudulent', 1, 'EUR', $2, 'closed', $2, '{"texts": {"customerName": "Canary"}}')`,
    [orderId, now],
  );
  await database.query(
    `insert into alert (kind, id, about, detail, raised_at) select 'dispute', 'dp_' || number, number, 'Dispute of canary', $2
      from shop_order where id = $1`,
    [orderId, now],
  );
  await database.query(
    `insert into audit_line (at, key_id, key_name, key_role, action, subject_type, subject_id, before, after, reason)
      values ($1, 'k', 'bo', 'support', 'orders.change-email', 'order', $2, $3, '{}', 'Canary mistyped it')`,
    [now, orderId, { email }],
  );
  await database.query(`update letter set reason = $2 where about = $1`, [orderId, `550 no mailbox ${email}`]);
  const payments = shop.app.get<Queue>(getQueueToken('payments'));
  const failed = await payments.add('refund', { orderId, error: email }, { jobId: `canary-${orderId}`, delay: 3_600_000 });
  if (failed.id === undefined || productId === '') throw new Error('The canary was not planted.');
  // Done and removed long ago: on Redis, the queue's events name it still.
  const done = await shop.app
    .get<Queue>(getQueueToken('delivery'))
    .add('send-mail', {}, { jobId: `canary-mail-${orderId}`, delay: 3_600_000 });
  await done.remove();
}
