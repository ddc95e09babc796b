import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { report, sized } from '../../../apps/api/src/testing/campaigns/campaign.ts';
import { eventually } from '../buyer.ts';
import { type Answer, ask } from '../customers/ask.ts';
import { readBooks } from '../customers/books.ts';
import { booksAtRest, faultsAtRest, OPS_KEY, type StockedShop } from '../customers/stocked-shop.ts';
import { stillLapsing } from './lapse.ts';

const MINUTE = 60_000;
const ROUNDS = sized({ full: 50, sample: 3 });
const AT_ONCE = 24;
/** Rounds whose cart is paid: there are not keys for all. */
const PAID_CARTS = sized({ full: 10, sample: 2 });

/**
 * What shops get wrong at PostgreSQL's default isolation, after Warszawski and Bailis, "ACIDRain" (2017): a rule that is checked in one statement
 * and broken by another one (limits, one account per address, one refund per payment), and a cart that changes while it is paid.
 */
export function proveOneWinner(shop: () => StockedShop, spare: (round: number) => number): void {
  const rounds = async (name: string, round: (round: number) => Promise<void>) => {
    for (let count = 0; count < ROUNDS; count += 1) await round(count);
    const books = await booksAtRest(shop(), [], MINUTE, { onItsWay: () => stillLapsing(shop()) });
    expect(await faultsAtRest(shop(), [], books)).toEqual([]);
    report(`${name}: ${ROUNDS} rounds of ${AT_ONCE} calls at the same time`);
  };
  const atOnce = <T>(call: (index: number, api: string) => Promise<T>) => {
    const { apis } = shop().places;
    return Promise.all(Array.from({ length: AT_ONCE }, (_, index) => call(index, apis[index % apis.length] ?? '')));
  };
  let place = 0;
  /** An address in a network that nobody has asked from yet: 127.3.0.1 and on. */
  const newAddress = () => {
    place += 1;
    return `127.${3 + Math.floor(place / 250)}.${place % 250}.1`;
  };
  /** The cookie of a browser that has solved a captcha, as the shop would have noted it. */
  const solvedCaptcha = async () => {
    const pass = randomBytes(32).toString('base64url');
    const name = createHash('sha256').update(`captcha pass ${pass}`).digest('base64url');
    await shop().database.query(`insert into single_use (name, ends_at) values ($1, now() + interval '1 day')`, [name]);
    return `captcha=${pass}`;
  };
  const checkOut = (
    api: string,
    {
      round,
      email,
      pieces = 1,
      key = randomUUID(),
      address,
      cookie,
    }: { round: number; email: string; pieces?: number; key?: string; address: string; cookie?: string },
  ) => {
    const cart = [{ item: { _id: String(spare(round)), type: 'game' }, quantity: pieces }];
    const data = { fullName: 'Ada Buyer', email, selectedCountry: 'DE', zipCode: '10115', termsAccepted: true };
    return ask(`${api}/products/payment_checkout`, {
      body: { cart, currency: 'EUR', data },
      headers: { 'idempotency-key': key, ...(cookie !== undefined && { cookie }) },
      localAddress: address,
    });
  };
  const freeTheSpare = async () => {
    const { rows } = await shop().database.query<{ number: string }>(
      "select number from shop_order where status = 'pending' and email like 'winner-%'",
    );
    const answers = await Promise.all(rows.map(({ number }) => changeByStaff(shop().places.apis[0] ?? '', number, 'cancel')));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  };
  const changeByStaff = (api: string, number: string, what: 'cancel' | 'refund') =>
    ask(`${api}/ops/orders/${number}/${what}`, {
      body: { ...(what === 'refund' && { everything: true }), reason: 'a race' },
      headers: { 'x-ops-key': OPS_KEY },
    });
  const statusesOf = (answers: readonly Answer[]) => [...new Set(answers.map(({ status }) => status))].sort();
  const ordersTo = async (email: string) =>
    (
      await shop().database.query<{ id: string; number: string; status: string; lines: { quantity: number }[] }>(
        'select id, number, status, lines from shop_order where email = $1',
        [email],
      )
    ).rows;
  /** Pays what this answer of a checkout leads to, and waits for its keys. */
  const payFor = async ({ body }: Answer, email: string) => {
    const paid = await ask(`${shop().places.sandbox}/sandbox/sessions/${(JSON.parse(body) as { id: string }).id}/pay`, { body: {} });
    expect(paid).toMatchObject({ status: 200 });
    await untilOrderIs('completed', email);
  };
  const untilOrderIs = (wanted: string, email: string) =>
    eventually(
      () => ordersTo(email).then(([order]) => order?.status),
      (status) => status === wanted,
      MINUTE,
    );
  /** The orders of this buyer, and the payments by the provider's own books. */
  const booksOf = (email: string) => {
    const { database, shop: processes } = shop();
    return readBooks(database, processes.settings.environment.SANDBOX_DATA ?? '', new Set([email]));
  };

  test(
    'one checkout that is sent many times is one order and one session',
    () =>
      rounds('one checkout', async (round) => {
        await freeTheSpare();
        const [email, key, address] = [`winner-same-${round}@example.com`, randomUUID(), newAddress()];
        const answers = await atOnce((_, api) => checkOut(api, { round, email, key, address }));
        expect(statusesOf(answers)).toEqual([201]);
        expect(new Set(answers.map(({ body }) => (JSON.parse(body) as { id: string }).id)).size).toBe(1);
        expect(await ordersTo(email)).toHaveLength(1);
      }),
    10 * MINUTE,
  );

  test(
    'a cart that changes under the same key is one order, and what is charged is what it holds',
    () =>
      rounds('a cart that changes', async (round) => {
        await freeTheSpare();
        const [email, key, address] = [`winner-cart-${round}@example.com`, randomUUID(), newAddress()];
        const answers = await atOnce((index, api) => checkOut(api, { round, email, key, address, pieces: 1 + (index % 2) }));
        expect(statusesOf(answers)).toEqual([201, 409]);
        const orders = await ordersTo(email);
        expect(orders).toHaveLength(1);
        const accepted = answers.flatMap(({ status }, index) => (status === 201 ? [1 + (index % 2)] : []));
        expect([...new Set(accepted)]).toEqual(orders[0]?.lines.map(({ quantity }) => quantity));
        if (round >= PAID_CARTS) return;
        await payFor(answers.find(({ status }) => status === 201) as Answer, email);
        const books = await booksOf(email);
        expect(books.payments.map(({ amountMinor }) => amountMinor)).toEqual(books.orders.map(({ totalMinor }) => totalMinor));
        expect(books.mails.flatMap(({ keys }) => keys)).toHaveLength(accepted[0] ?? 0);
      }),
    10 * MINUTE,
  );

  test(
    'beside its first checkout a network holds no more of a product than it may, whatever addresses, e-mail addresses and captchas it comes with',
    () =>
      rounds('limit of a network', async (round) => {
        await freeTheSpare();
        const network = newAddress().replace(/1$/, '');
        const cookies = await Promise.all(Array.from({ length: AT_ONCE }, solvedCaptcha));
        const { rows } = await shop().database.query<{ free: number }>(
          `select count(*)::int as free from stock_key join product on product.id = product_id
            where kinguin_id = $1 and state = 'available'`,
          [spare(round)],
        );
        const answers = await atOnce((index, api) =>
          checkOut(api, {
            round,
            email: `winner-network-${round}-${index}@example.com`,
            address: `${network}${index + 1}`,
            cookie: cookies[index] ?? '',
          }),
        );
        expect(statusesOf(answers)).toEqual([201, 429]);
        const further = Math.min(10, Math.max(3, Math.floor((rows[0]?.free ?? 0) / 5)));
        expect(answers.filter(({ status }) => status === 201)).toHaveLength(1 + further);
      }),
    10 * MINUTE,
  );

  test(
    'an e-mail address gets one account',
    () =>
      rounds('one account', async (round) => {
        const body = {
          username: 'Ada',
          lastname: 'Buyer',
          email: `winner-account-${round}@example.com`,
          password: 'correct horse battery staple',
        };
        const answers = await atOnce((_, api) => ask(`${api}/user/signup`, { body, localAddress: newAddress() }));
        expect(answers.filter(({ status }) => status >= 500 || status === 0)).toEqual([]);
        const { rows } = await shop().database.query('select 1 from shop_user where email = $1', [body.email]);
        expect(rows).toHaveLength(1);
      }),
    10 * MINUTE,
  );

  test(
    'an order that many of the staff refund goes back once',
    () =>
      rounds('one refund', async (round) => {
        await freeTheSpare();
        const email = `winner-refund-${round}@example.com`;
        await payFor(await checkOut(shop().places.apis[0] ?? '', { round, email, address: newAddress() }), email);
        const [order] = await ordersTo(email);
        const answers = await atOnce((_, api) => changeByStaff(api, order?.number ?? '', 'refund'));
        expect(answers.filter(({ status }) => status >= 500 || status === 0)).toEqual([]);
        await untilOrderIs('refunded', email);
        const { rows } = await shop().database.query('select 1 from order_refund where order_id = $1', [order?.id]);
        expect(rows).toHaveLength(1);
        const { orders, payments } = await booksOf(email);
        const charged = orders.map(({ totalMinor }) => totalMinor);
        expect(payments.map(({ amountMinor }) => amountMinor)).toEqual(charged);
        expect(payments.map(({ refundedMinor }) => refundedMinor)).toEqual(charged);
      }),
    10 * MINUTE,
  );
}
