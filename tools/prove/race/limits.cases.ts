import { expect, test } from '@jest/globals';
import type { Answer } from '../customers/ask.ts';
import type { StockedShop } from '../customers/stocked-shop.ts';
import { signUp } from '../held/buyers.ts';
import { type Calls, statusesOf } from './calls.ts';

const MINUTE = 60_000;
const OF_ADDRESS = 3;
const OF_EMAIL = 3;
const OF_CUSTOMER = 2;
/** Of 500 euros two checkouts of this price are further ones. */
const PRICE_EUR = 200;
const WORTH = { limit: '500', further: 2 };

/** The environment of the shop: fewer checkouts of an address than a network may have. */
export const LIMITS = {
  MOST_OPEN_CHECKOUTS_PER_ADDRESS: String(OF_ADDRESS),
  MOST_OPEN_CHECKOUTS_PER_EMAIL: String(OF_EMAIL),
  MOST_FURTHER_RESERVED_EUR: WORTH.limit,
};

/**
 * Anomalies of the same paper: calls at the same time of which each alone is within a limit, and all together are not. The limits of a network,
 * an address, money and a mailbox hold by the lock of the network; those of an e-mail address and an account by locks of their own.
 */
export function proveLimits(shop: () => StockedShop, calls: Calls): void {
  const admitted = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 201).length;
  const limitOfCustomer = (round: number, body?: object) =>
    body
      ? calls.byStaff('PUT', `customer-limits/${calls.spare(round)}`, { ...body, reason: 'a race' })
      : calls.byStaff('DELETE', `customer-limits/${calls.spare(round)}?reason=a+race`);
  /** Rounds of checkouts of products with a limit per customer. */
  const roundsPerCustomer = (name: string, round: (round: number) => Promise<void>) =>
    calls.rounds(name, async (count) => {
      try {
        await limitOfCustomer(count, { pieces: OF_CUSTOMER, days: 30 });
        await round(count);
      } finally {
        await limitOfCustomer(count);
      }
    });

  /** The link of the mail is not followed. */
  const verify = async (email: string) => {
    const { rows } = await shop().database.query<{ id: string }>(
      'update shop_user set email_verified_at = now() where email = $1 returning id',
      [email],
    );
    return rows[0]?.id ?? '';
  };

  test(
    'beside its first checkout a network holds no more of a product than it may, whatever addresses, e-mail addresses and captchas it comes with',
    () =>
      calls.rounds('limit of a network', async (round) => {
        const { rows } = await shop().database.query<{ free: number }>(
          `select count(*)::int as free from stock_key join product on product.id = product_id
            where kinguin_id = $1 and state = 'available'`,
          [calls.spare(round)],
        );
        const answers = await calls.checkOutsOfNetwork(round, 'network');
        expect(statusesOf(answers)).toEqual([201, 429]);
        const further = Math.min(10, Math.max(3, Math.floor((rows[0]?.free ?? 0) / 5)));
        expect(admitted(answers)).toBe(1 + further);
      }),
    10 * MINUTE,
  );

  test(
    'an address has no more checkouts open than it may, whatever e-mail addresses and captchas it comes with',
    () =>
      calls.rounds('limit of an address', async (round) => {
        const address = calls.newAddress();
        const cookies = await calls.solvedCaptchas();
        const answers = await calls.atOnce((index, api) =>
          calls.checkOut(api, { round, email: `winner-address-${round}-${index}@example.com`, address, cookie: cookies[index] ?? '' }),
        );
        expect([statusesOf(answers), admitted(answers)]).toEqual([[201, 429], OF_ADDRESS]);
      }),
    10 * MINUTE,
  );

  test(
    'an e-mail address has no more checkouts open without a captcha than it may, from whatever networks',
    () =>
      calls.rounds('limit of an e-mail address', async (round) => {
        const email = `winner-email-${round}@example.com`;
        const answers = await calls.atOnce((_, api) => calls.checkOut(api, { round, email, address: calls.newAddress() }));
        expect([statusesOf(answers), admitted(answers)]).toEqual([[201, 403], OF_EMAIL]);
      }),
    10 * MINUTE,
  );

  test(
    'a mailbox holds no more of a product with a limit per customer, whatever spelling of its address it comes with',
    () =>
      roundsPerCustomer('limit of a mailbox', async (round) => {
        const [address, cookies] = [calls.newAddress(), await calls.solvedCaptchas()];
        const answers = await calls.atOnce((index, api) =>
          calls.checkOut(api, { round, email: `winner-mailbox-${round}+${index}@example.com`, address, cookie: cookies[index] ?? '' }),
        );
        expect([statusesOf(answers), admitted(answers)]).toEqual([[201, 409], OF_CUSTOMER]);
      }),
    10 * MINUTE,
  );

  test(
    'an account holds no more of a product with a limit per customer, whatever networks and e-mail addresses it comes with',
    () =>
      roundsPerCustomer('limit of an account', async (round) => {
        const { token } = await signUp(calls.anApi, `winner-holder-${round}@example.com`, verify);
        const answers = await calls.atOnce((index, api) =>
          calls.checkOut(api, { round, email: `winner-holder-${round}-${index}@example.com`, address: calls.newAddress(), token }),
        );
        expect([statusesOf(answers), admitted(answers)]).toEqual([[201, 409], OF_CUSTOMER]);
      }),
    10 * MINUTE,
  );

  test(
    'beside its first checkout those of a network are worth no more together than they may',
    () =>
      calls.rounds("limit of a network's money", async (round) => {
        // It stays: nothing else is bought after this test.
        await calls.byStaff('PUT', `products/${calls.spare(round)}/price`, { eur: PRICE_EUR, reason: 'a race' });
        const answers = await calls.checkOutsOfNetwork(round, 'worth');
        expect([statusesOf(answers), admitted(answers)]).toEqual([[201, 429], 1 + WORTH.further]);
        const { rows } = await shop().database.query<{ total: number }>(
          `select distinct total_minor::int as total from shop_order where email like $1`,
          [`winner-worth-${round}-%`],
        );
        expect(rows).toEqual([{ total: PRICE_EUR * 100 }]);
      }),
    10 * MINUTE,
  );
}
