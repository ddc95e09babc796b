import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { report, sized } from '../../../apps/api/src/testing/campaigns/campaign.ts';
import { brokenInvariants } from '../../../apps/api/src/testing/invariants/invariants.ts';
import { type BuyerOfShop, control, eventually, mails } from '../buyer.ts';
import { clockOffsetMs, letTimePass } from '../customers/passing-time.ts';
import { OPS_KEY } from '../customers/stocked-shop.ts';
import { type ShopOfMany, startShopOfMany } from '../shop-of-many.ts';
import { DELIVERED, type Fate, type Held, placeAndPay, plansOf, signUp } from './buyers.ts';
import type { Subjects } from './every-answer.ts';
import { bringGoods } from './goods.ts';
import { answersWithKeys, filesOfStandIn, placesWithKeys } from './leaks.ts';
import { hasKey, keysIn } from './traces.ts';

const LONGEST_MS = 60_000;
const HOUR_MS = 3_600_000;
const CUSTOMER = 'held-customer@example.com';
const ORDERS = sized({ full: 42, sample: 14 });

/** Orders that are held as possible fraud, with everything that can be asked, read and found of them. */
export function proveHeldOrders({ redisUrl, keysInRedis }: { redisUrl?: string; keysInRedis?: () => Promise<string[]> } = {}): void {
  let shop: ShopOfMany;
  let database: pg.Pool;
  let buyer: BuyerOfShop;
  let customer: { id: string; token: string };
  let held: Held[];
  let browser = '';
  const tokens = new Map<string, string>();

  beforeAll(async () => {
    const environment = { OPS_DEVELOPMENT_KEY: OPS_KEY, LOG_LEVEL: 'debug' };
    shop = await startShopOfMany({ apis: 1, workers: 1, storefronts: 1, redisUrl, environment });
    database = new pg.Pool({ connectionString: shop.databaseUrl, max: 2 });
    const { sandbox, mailbox } = shop.settings.origins;
    buyer = { api: shop.apis[0] ?? '', sandbox, mailbox };
  }, 2 * LONGEST_MS);
  afterAll(async () => {
    await database?.end();
    await shop?.stop();
  }, LONGEST_MS);

  const rows = async <T extends pg.QueryResultRow>(statement: string, values: unknown[] = []) =>
    (await database.query<T>(statement, values)).rows;
  const of = (...fates: Fate[]) => held.filter(({ fate }) => fates.includes(fate));
  const headers = () => ({ cookie: `${browser}; tk=${customer.token}`, authorization: customer.token, 'x-ops-key': OPS_KEY });

  async function standing(orders: readonly Held[], wanted: string): Promise<void> {
    await eventually(
      () =>
        rows<{ email: string; status: string }>('select email, status from shop_order where id = any($1)', [
          orders.map(({ orderId }) => orderId),
        ]),
      (all) => all.length === orders.length && all.every(({ status }) => status === wanted),
      LONGEST_MS,
    );
  }
  /** Nothing is on its way: events are processed, mails sent or given up. */
  const atRest = () =>
    eventually(
      () =>
        rows(`select ((select count(*) from letter where state in ('waiting', 'sending'))
          + (select count(*) from order_refund where done_at is null and closed_at is null)
          + (select count(*) from payment_event where processed_at is null))::int as open`),
      ([one]) => one?.open === 0,
      LONGEST_MS,
    );
  const post = async (path: string, body: object = {}) => {
    const answer = await fetch(`${buyer.api}${path}`, {
      method: 'POST',
      headers: { ...headers(), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { path, status: answer.status, text: await answer.text() };
  };

  async function subjects(): Promise<Subjects> {
    const products = await rows<{ id: string; kinguin: number }>(
      `select distinct p.id, p.kinguin_id as kinguin from product p join stock_key k on k.product_id = p.id where k.state <> 'sold'`,
    );
    return {
      orderIds: held.map(({ orderId }) => orderId),
      tokens: [...tokens.values()],
      sessions: held.map(({ session }) => session),
      kinguinIds: products.map(({ kinguin }) => String(kinguin)),
      productIds: products.map(({ id }) => id),
      customerIds: [customer.id],
      disputes: (await rows<{ id: string }>('select id from payment_dispute')).map(({ id }) => id),
      events: (await rows<{ id: string }>('select id from payment_event order by id limit 20')).map(({ id }) => id),
    };
  }

  /** Calls that write, and could show or send a key. */
  async function tryToGetKeys() {
    const answers = [];
    for (const { orderId, isCustomer } of held) {
      answers.push(await post(isCustomer ? `/order/${orderId}/resend` : `/order/guest/${tokens.get(orderId)}/resend`));
      answers.push(await post(`/ops/orders/${orderId}/send-again`, { reason: 'a campaign' }));
    }
    const guest = held.find(({ isCustomer }) => !isCustomer)?.email ?? '';
    await post('/privacy/data', { email: guest });
    const link = await eventually(
      async () => (await mails(buyer)).map(({ text }) => /\/privacy\/data\/([\w.-]+)/.exec(text)?.[1]).find((token) => token !== undefined),
      (token) => token !== undefined,
      LONGEST_MS,
    );
    const data = await post(`/privacy/data/${link}`);
    expect([data.status, data.text]).toEqual([200, expect.stringContaining(guest)]);
    return [...answers, data];
  }

  const places = async () => [...(await placesWithKeys(shop, database)), ...((await keysInRedis?.()) ?? [])];

  async function decide(order: Held): Promise<void> {
    const { fate, intent, orderId } = order;
    const closeReview = async (reason: string) => {
      const { data } = (await (await fetch(`${buyer.sandbox}/v1/reviews?limit=100`, standIn)).json()) as {
        data: { id: string; payment_intent: string }[];
      };
      await control(buyer, `reviews/${data.find((review) => review.payment_intent === intent)?.id}/close`, { reason });
    };
    if (fate === 'released' || fate === 'refunded') {
      const call = fate === 'released' ? { to: 'release', body: {} } : { to: 'refund', body: { everything: true } };
      const { status } = await post(`/ops/orders/${orderId}/${call.to}`, { reason: 'a campaign', ...call.body });
      expect([fate, status]).toEqual([fate, 200]);
    }
    if (fate === 'approved') await closeReview('approved');
    if (fate === 'refused') await closeReview('refunded_as_fraud');
    if (fate === 'warned') await control(buyer, 'fraud-warnings', { payment_intent: intent });
    if (fate === 'lost') await control(buyer, 'disputes', { payment_intent: intent });
  }

  test(
    `keys of ${ORDERS} orders on hold stand in no answer, page, mail, log, table, queue or file, neither while they are held nor after a refund; those that are released come once`,
    async () => {
      const goods = await bringGoods({ api: buyer.api, opsKey: OPS_KEY, database }, 2 * ORDERS);
      customer = await signUp(buyer.api, CUSTOMER, verify);
      await askForNoProof();
      await control(buyer, 'webhooks', { mode: 'twice' }, 'PUT');
      const sessions = new Map<string, string>();
      for (const plan of plansOf(ORDERS)) {
        const placed = await placeAndPay(buyer, goods, plan, { browser, token: customer.token });
        ({ browser } = placed);
        sessions.set(plan.email, placed.session);
      }
      await eventually(
        () => rows<{ count: number }>(`select count(*)::int as count from shop_order where status = 'on_hold'`),
        ([one]) => one?.count === ORDERS,
        LONGEST_MS,
      );
      const placed = await rows<{ id: string; email: string; intent: string }>(
        'select id, email, payment_intent_id as intent from shop_order',
      );
      held = plansOf(ORDERS).map((plan) => {
        const { id = '', intent = '' } = placed.find(({ email }) => email === plan.email) ?? {};
        return { ...plan, orderId: id, intent, session: sessions.get(plan.email) ?? '' };
      });
      for (const { orderId, session } of held) {
        const answer = await fetch(`${buyer.api}/order/started/${session}`, { headers: headers() });
        tokens.set(orderId, ((await answer.json()) as { token: string }).token);
      }
      await atRest();

      const tried = await tryToGetKeys();
      expect(tried.filter(({ status, text }) => status >= 500 || hasKey(text))).toEqual([]);
      await atRest();
      const whileHeld = await answersWithKeys(shop, await subjects(), headers());
      expect(whileHeld).toMatchObject({ withKeys: [], failed: [] });
      expect([...(await places()), ...(await filesOfStandIn(shop))]).toEqual([]);
      expect(await rows(`select about from letter where kind = 'keys'`)).toEqual([]);

      for (const order of of('refunded', 'refused', 'warned', 'lost')) await decide(order);
      await standing(of('refunded', 'refused', 'warned'), 'refunded');
      await standing(of('lost'), 'disputed');
      for (const { intent } of of('lost')) await loseDispute(intent);
      await standing(of('lost'), 'charged_back');
      await atRest();
      // Nobody has decided about these, and their time is not over.
      await standing(of('lapsed', ...DELIVERED), 'on_hold');
      const afterRefunds = await answersWithKeys(shop, await subjects(), headers());
      expect(afterRefunds).toMatchObject({ withKeys: [], failed: [] });
      expect([...(await places()), ...(await filesOfStandIn(shop))]).toEqual([]);

      for (const order of of(...DELIVERED)) await decide(order);
      await standing(of(...DELIVERED), 'completed');
      await letTimePass(database, 73 * HOUR_MS, ['refund-held']);
      await standing(of('lapsed'), 'refunded');
      await atRest();
      await standing(of(...DELIVERED), 'completed');
      await eachDeliveredOnce();
      expect(await places()).toEqual([]);
      expect(await brokenInvariants(database, new Date(Date.now() + (await clockOffsetMs(database))))).toEqual([]);
      report(
        `${ORDERS} orders held: ${whileHeld.asked} answers and pages while held, ${afterRefunds.asked} after refunds, none with a key; ${of(...DELIVERED).length} released and delivered once`,
      );
    },
    10 * LONGEST_MS,
  );

  const standIn = { headers: { authorization: 'Bearer sk_test_sandbox' } };

  /** Buyers of the stand-in prove at once to own their cards, and are held no more then. */
  async function askForNoProof(): Promise<void> {
    const url = `${buyer.api}/ops/risk/policy`;
    const { policy } = (await (await fetch(url, { headers: headers() })).json()) as { policy: { threeDSecure: object } };
    const body = JSON.stringify({
      policy: { ...policy, threeDSecure: { ...policy.threeDSecure, request: 'automatic' } },
      reason: 'a campaign',
    });
    const answer = await fetch(url, { method: 'PUT', headers: { ...headers(), 'content-type': 'application/json' }, body });
    expect(answer.status).toBe(200);
  }
  async function verify(email: string): Promise<string> {
    const [user] = await rows<{ id: string }>('update shop_user set email_verified_at = now() where email = $1 returning id', [email]);
    return user?.id ?? '';
  }
  async function loseDispute(intent: string): Promise<void> {
    const answer = await fetch(`${buyer.sandbox}/v1/disputes?payment_intent=${intent}`, standIn);
    const { data } = (await answer.json()) as { data: { id: string }[] };
    await control(buyer, `disputes/${data[0]?.id}/close`, { outcome: 'lost' });
  }

  /** Page and mail of each order: all its keys, each in no other one; and none where the order was not released. */
  async function eachDeliveredOnce(): Promise<void> {
    const sent = (await mails(buyer)).filter(({ subject }) => subject.startsWith('Your keys are ready'));
    const pages = await Promise.all(
      held.map(async (order) => {
        const answer = await fetch(`${buyer.api}/order/guest/${tokens.get(order.orderId)}`);
        const { keys } = (await answer.json()) as { keys: { kind: string; image?: string }[] };
        return { order, keys, text: JSON.stringify(keys) };
      }),
    );
    for (const { order, keys, text } of pages) {
      const isDelivered = DELIVERED.includes(order.fate);
      const wanted = isDelivered ? order.lines.flatMap(({ kind, quantity }) => Array<string>(quantity).fill(kind)) : [];
      const letters = sent.filter(({ to }) => to[0]?.address === order.email);
      expect([order.email, keys.map(({ kind }) => kind).toSorted()]).toEqual([order.email, wanted.toSorted()]);
      expect([order.email, letters.length]).toEqual([order.email, isDelivered ? 1 : 0]);
      expect([order.email, keysIn(letters.map((letter) => letter.text).join())]).toEqual([order.email, keysIn(text)]);
    }
    const all = pages.flatMap(({ keys }) => keys.map((key) => JSON.stringify(key)));
    expect(new Set(all).size).toBe(all.length);
    const inMails = (await mails(buyer)).flatMap(({ text, html }) => keysIn(text + html));
    expect(new Set(inMails)).toEqual(new Set(pages.flatMap(({ text }) => keysIn(text))));
  }
}
