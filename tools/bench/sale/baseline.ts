import { randomUUID } from 'node:crypto';
import fastify from 'fastify';
import { createTransport } from 'nodemailer';
import pg from 'pg';
import Stripe from 'stripe';
import { openKey } from './sealed-keys.ts';

/**
 * The baseline: bare Fastify and `pg` on the same tables, with the same calls of the provider and a mail of the same length. It sells no key
 * twice, takes an event once, and answers the provider when the mail is handed over: a crash in between is repeated by the provider. No
 * validation, no limits, no back-orders, no shown stock, no queue. Started with DATABASE_URL, PORT, SMTP_URL, STRIPE_API_URL,
 * STRIPE_WEBHOOK_SECRET and KEY_ENCRYPTION_KEYS.
 */
const { DATABASE_URL: connectionString, PORT: port, SMTP_URL: url = '', STRIPE_API_URL = '', STRIPE_WEBHOOK_SECRET = '' } = process.env;
const material = Buffer.from(process.env.KEY_ENCRYPTION_KEYS?.split(':')[1] ?? '', 'base64');
const pool = new pg.Pool({ connectionString, max: 20 });
const provider = new URL(STRIPE_API_URL);
const stripe = new Stripe('sk_test_baseline', { host: provider.hostname, port: provider.port, protocol: 'http', telemetry: false });
const mails = createTransport({ url, pool: true, maxConnections: 5 });
const server = fastify();
server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

interface Checkout {
  readonly cart: readonly { readonly item: { readonly _id: string } }[];
  readonly data: { readonly email: string };
}

async function inTransaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

const offer = {
  name: 'offer',
  text: `select p.id, p.name, l.eur_minor as "unitMinor" from product p join listing l on l.product_id = p.id
    where p.kinguin_id = $1 and not l.is_hidden`,
};
const claim = {
  name: 'claim',
  text: `update stock_key set state = 'reserved', order_id = $1, reserved_until = now() + interval '35 minutes' where id in (
    select id from stock_key where product_id = $2 and state = 'available' order by added_at, id limit 1 for update skip locked)`,
};
const place = {
  name: 'place',
  text: `insert into shop_order (id, number, status, email, currency, total_minor, lines, customer, client_address, browser_id, request_hash,
      created_at, expires_at) values ($1, $1, 'pending', $2, 'EUR', $3, $4, '{"fullName":"Ada Buyer"}', $5, $1, '', now(), now() + interval '31 minutes')`,
};
const event = { name: 'event', text: `insert into order_event (order_id, kind, actor, at) values ($1, $2, 'shop', now())` };

server.post('/products/payment_checkout', async (request, reply) => {
  const { cart, data } = JSON.parse((request.body as Buffer).toString()) as Checkout;
  const id = randomUUID();
  const placed = await inTransaction(async (client) => {
    const { rows } = await client.query<{ id: string; name: string; unitMinor: number }>({
      ...offer,
      values: [Number(cart[0]?.item._id)],
    });
    const [product] = rows;
    if (product === undefined) return null;
    const { rowCount } = await client.query({ ...claim, values: [id, product.id] });
    if (rowCount !== 1) return null;
    const line = { productId: product.id, name: product.name, unitMinor: product.unitMinor, quantity: 1 };
    await client.query({ ...place, values: [id, data.email, product.unitMinor, JSON.stringify([line]), request.ip] });
    await client.query({ ...event, values: [id, 'placed'] });
    return product;
  });
  if (placed === null) return reply.status(409).send();
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'payment',
      line_items: [{ quantity: 1, price_data: { currency: 'eur', unit_amount: placed.unitMinor, product_data: { name: placed.name } } }],
      customer_email: data.email,
      client_reference_id: id,
      metadata: { order_id: id },
      payment_intent_data: { metadata: { order_id: id } },
      expires_at: Math.floor(Date.now() / 1000) + 31 * 60,
      success_url: 'http://localhost/success',
      cancel_url: 'http://localhost/cancel',
    },
    { idempotencyKey: `session-${id}` },
  );
  await pool.query({
    name: 'session',
    text: 'update shop_order set session_id = $2, session_url = $3 where id = $1',
    values: [id, session.id, session.url],
  });
  return reply.status(201).send({ id: session.id, url: session.url });
});

server.post('/webhooks/stripe', async (request, reply) => {
  const payload = request.body as Buffer;
  const sent = stripe.webhooks.constructEvent(payload, String(request.headers['stripe-signature']), STRIPE_WEBHOOK_SECRET);
  await pool.query({
    name: 'store',
    text: 'insert into payment_event (id, type, payload, received_at) values ($1, $2, $3, now()) on conflict do nothing',
    values: [sent.id, sent.type, payload.toString()],
  });
  if (sent.type === 'checkout.session.completed') await settle(sent.data.object.id);
  await pool.query({
    name: 'processed',
    text: `update payment_event set processed_at = now(), outcome = 'done' where id = $1`,
    values: [sent.id],
  });
  return reply.send();
});

interface SoldKey {
  readonly id: string;
  readonly product_id: string;
  readonly ciphertext: Buffer;
  readonly nonce: Buffer;
}

/** Asks the provider how the session stands, as the shop does; sells the order's keys and mails them. */
async function settle(sessionId: string): Promise<void> {
  const session = await stripe.checkout.sessions.retrieve(sessionId, { expand: ['payment_intent'] });
  const id = session.client_reference_id ?? '';
  const delivery = await inTransaction(async (client) => {
    const { rows } = await client.query<{ status: string; email: string; total_minor: number }>({
      name: 'order',
      text: 'select status, email, total_minor from shop_order where id = $1 for update',
      values: [id],
    });
    const [order] = rows;
    if (order === undefined || order.status === 'completed' || session.payment_status !== 'paid') return null;
    if (session.amount_total !== order.total_minor) throw new Error(`${id} was paid with another amount.`);
    const { rows: keys } = await client.query<SoldKey>({
      name: 'sell',
      text: `update stock_key set state = 'sold', reserved_until = null where order_id = $1 returning id, product_id, ciphertext, nonce`,
      values: [id],
    });
    if (order.status === 'pending') {
      await client.query({
        name: 'allocate',
        text: `insert into allocation (order_id, line, slot, key_id, allocated_at) select $1, 0, row_number() over () - 1, unnest($2::text[]), now()`,
        values: [id, keys.map((key) => key.id)],
      });
      await client.query({ name: 'pay', text: `update shop_order set status = 'fulfilling', paid_at = now() where id = $1`, values: [id] });
      await client.query({ ...event, values: [id, 'paid'] });
    }
    return { to: order.email, keys: keys.map((key) => openKey(material, key, { id: key.id, productId: key.product_id })) };
  });
  if (delivery === null) return;
  await mails.sendMail({ from: 'shop@example.com', to: delivery.to, subject: `Your keys: order ${id}`, ...messageOf(delivery.keys) });
  await inTransaction(async (client) => {
    await client.query({
      name: 'letter',
      text: `insert into letter (id, about, kind, state, created_at, sent_at, closed_at) values ($1, $1, 'keys', 'sent', now(), now(), now())
        on conflict do nothing`,
      values: [id],
    });
    await client.query({
      name: 'complete',
      text: `update shop_order set status = 'completed', completed_at = now() where id = $1`,
      values: [id],
    });
    await client.query({ ...event, values: [id, 'completed'] });
  });
}

/** About as long as the shop's. */
function messageOf(keys: readonly string[]): { text: string; html: string } {
  const lines = keys.map((key) => `  ${key}`).join('\n');
  return { text: `${lines}\n\n${'A line of text. '.repeat(60)}`, html: `<pre>${lines}</pre><p>${'A line of text. '.repeat(400)}</p>` };
}

server.get('/health', () => ({ status: 'ok' }));
await server.listen({ host: '127.0.0.1', port: Number(port) });
