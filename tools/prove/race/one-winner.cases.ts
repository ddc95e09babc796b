import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { sized } from '../../../apps/api/src/testing/campaigns/campaign.ts';
import { eventually } from '../buyer.ts';
import { type Answer, ask } from '../customers/ask.ts';
import { readBooks } from '../customers/books.ts';
import type { StockedShop } from '../customers/stocked-shop.ts';
import { type Calls, statusesOf } from './calls.ts';

const MINUTE = 60_000;
/** Rounds whose keys are sold: there are not keys for more. */
const SOLD_ROUNDS = sized({ full: 10, sample: 2 });

/**
 * What shops get wrong at PostgreSQL's default isolation, after Warszawski and Bailis, "ACIDRain" (2017): a rule that is checked in one statement
 * and broken by another one (one account per address, one refund per payment, what refunds sum up to, a link that is used once), and a cart that changes while it is paid.
 */
export function proveOneWinner(shop: () => StockedShop, calls: Calls): void {
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

  /** The token of a link as the shop would have mailed it; its clock may be an hour ahead. */
  const resetLink = async (email: string) => {
    const token = randomBytes(32).toString('base64url');
    await shop().database.query(
      `insert into account_token (id, kind, user_id, email, token_hash, created_at, expires_at)
        select $1, 'reset', id, email, $2, now(), now() + interval '1 day' from shop_user where email = $3`,
      [randomUUID(), createHash('sha256').update(token).digest('base64url'), email],
    );
    return token;
  };

  test(
    'one checkout that is sent many times is one order and one session',
    () =>
      calls.rounds('one checkout', async (round) => {
        const [email, key, address] = [`winner-same-${round}@example.com`, randomUUID(), calls.newAddress()];
        const answers = await calls.atOnce((_, api) => calls.checkOut(api, { round, email, key, address }));
        expect(statusesOf(answers)).toEqual([201]);
        expect(new Set(answers.map(({ body }) => (JSON.parse(body) as { id: string }).id)).size).toBe(1);
        expect(await ordersTo(email)).toHaveLength(1);
      }),
    10 * MINUTE,
  );

  test(
    'a cart that changes under the same key is one order, and what is charged is what it holds',
    () =>
      calls.rounds('a cart that changes', async (round) => {
        const [email, key, address] = [`winner-cart-${round}@example.com`, randomUUID(), calls.newAddress()];
        const answers = await calls.atOnce((index, api) => calls.checkOut(api, { round, email, key, address, pieces: 1 + (index % 2) }));
        expect(statusesOf(answers)).toEqual([201, 409]);
        const orders = await ordersTo(email);
        expect(orders).toHaveLength(1);
        const accepted = answers.flatMap(({ status }, index) => (status === 201 ? [1 + (index % 2)] : []));
        expect([...new Set(accepted)]).toEqual(orders[0]?.lines.map(({ quantity }) => quantity));
        if (round >= SOLD_ROUNDS) return;
        await payFor(answers.find(({ status }) => status === 201) as Answer, email);
        const books = await booksOf(email);
        expect(books.payments.map(({ amountMinor }) => amountMinor)).toEqual(books.orders.map(({ totalMinor }) => totalMinor));
        expect(books.mails.flatMap(({ keys }) => keys)).toHaveLength(accepted[0] ?? 0);
      }),
    10 * MINUTE,
  );

  test(
    'an e-mail address gets one account',
    () =>
      calls.rounds('one account', async (round) => {
        const body = {
          username: 'Ada',
          lastname: 'Buyer',
          email: `winner-account-${round}@example.com`,
          password: 'correct horse battery staple',
        };
        const answers = await calls.atOnce((_, api) => ask(`${api}/user/signup`, { body, localAddress: calls.newAddress() }));
        expect(answers.filter(({ status }) => status >= 500 || status === 0)).toEqual([]);
        const { rows } = await shop().database.query('select 1 from shop_user where email = $1', [body.email]);
        expect(rows).toHaveLength(1);
      }),
    10 * MINUTE,
  );

  test(
    'an order that many of the staff refund goes back once',
    () =>
      calls.rounds('one refund', async (round) => {
        const email = `winner-refund-${round}@example.com`;
        await payFor(await calls.checkOut(calls.anApi, { round, email, address: calls.newAddress() }), email);
        const [order] = await ordersTo(email);
        const answers = await calls.atOnce((_, api) => calls.changeByStaff(api, order?.number ?? '', 'refund'));
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

  test(
    'goodwill by many of the staff, of which each is less than the payment, is less than it together',
    () =>
      calls.rounds(
        'goodwill',
        async (round) => {
          const email = `winner-goodwill-${round}@example.com`;
          await payFor(await calls.checkOut(calls.anApi, { round, email, address: calls.newAddress() }), email);
          const [order] = await ordersTo(email);
          const [charged = 0] = (await booksOf(email)).payments.map(({ amountMinor }) => amountMinor);
          const minorOf = (index: number) => Math.floor(charged * 0.3) + index;
          const answers = await calls.atOnce((index, api) => calls.changeByStaff(api, order?.number ?? '', 'refund', minorOf(index) / 100));
          const granted = answers.flatMap(({ status }, index) => (status === 200 ? [minorOf(index)] : []));
          expect([statusesOf(answers), granted.length > 0]).toEqual([[200, 409], true]);
          const sum = granted.reduce((total, amount) => total + amount, 0);
          expect(sum).toBeLessThan(charged);
          const [returned] = await eventually(
            async () => (await booksOf(email)).payments.map(({ refundedMinor }) => refundedMinor),
            ([refunded = 0]) => refunded >= sum,
            MINUTE,
          );
          expect(returned).toBe(sum);
        },
        SOLD_ROUNDS,
      ),
    10 * MINUTE,
  );

  test(
    'a mailed link sets a password once',
    () =>
      calls.rounds('one link', async (round) => {
        const email = `winner-link-${round}@example.com`;
        const body = { username: 'Ada', lastname: 'Buyer', email, password: 'correct horse battery staple' };
        expect(await ask(`${calls.anApi}/user/signup`, { body, localAddress: calls.newAddress() })).toMatchObject({ status: 201 });
        const otp = await resetLink(email);
        const answers = await calls.atOnce((index, api) =>
          ask(`${api}/user/reset-password`, {
            body: { email, otp, newPassword: `unheard-of-${index}-words` },
            localAddress: calls.newAddress(),
          }),
        );
        expect([statusesOf(answers), answers.filter(({ status }) => status === 200).length]).toEqual([[200, 400], 1]);
      }),
    10 * MINUTE,
  );
}
