import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { captchaCookie } from '../../../testing/captcha.ts';
import { brokenInvariants } from '../../../testing/invariants/invariants.ts';
import { buyer, cartLine } from '../../../testing/products.ts';
import { mostWaiting } from '../../../testing/until.ts';
import { CheckoutTestShop, cookieOf } from '../testing/checkout-test-shop.ts';

export function hoarding(): void {
  const fixture = new CheckoutTestShop();
  // The limits are the defaults.
  beforeAll(() => fixture.open({ LIFT_HOARDING_LIMITS: 'false' }));
  afterAll(() => fixture.close());
  beforeEach(() => fixture.clear());

  let buyers = 0;
  /** A buyer whom nobody knows, from 192.0.2.1 unless it says otherwise, with a fresh captcha pass unless it has none. */
  const stranger = async (quantity: number, { address, hasPass = true }: { address?: string; hasPass?: boolean } = {}) => {
    const email = `stranger-${(buyers += 1)}@example.com`;
    const cookie = hasPass ? await captchaCookie(fixture.shop) : undefined;
    return fixture.pay(
      { cart: [cartLine(1, quantity)], data: { ...buyer, email } },
      { ...(address && { address }), ...(cookie && { cookie }) },
    );
  };
  const statusOf = async (answer: ReturnType<typeof stranger>) => (await answer).statusCode;

  test('the second open checkout of a network needs a captcha pass, which is spent when the order is placed and not before', async () => {
    expect(await statusOf(stranger(9, { hasPass: false }))).toBe(201);
    const refused = await stranger(1, { hasPass: false, address: '192.0.2.200' });
    expect([refused.statusCode, refused.json()]).toEqual([
      403,
      expect.objectContaining({ captcha: true, message: 'Please verify the captcha.' }),
    ]);
    const cookie = await captchaCookie(fixture.shop);
    const pay = (cart: unknown) => fixture.pay({ cart, data: { ...buyer, email: 'pass@example.com' } }, { cookie });
    expect((await pay([cartLine(2, 3)])).statusCode).toBe(409);
    expect((await pay([cartLine(1, 4)])).statusCode).toBe(409);
    expect((await pay([cartLine(2)])).statusCode).toBe(201);
    expect((await pay([cartLine(1)])).statusCode).toBe(403);
    expect(await fixture.openOrders()).toBe(2);
  });

  test('all further checkouts of a network hold together 3 of 12 pieces, from whatever address of it; another network is not concerned', async () => {
    expect(await statusOf(stranger(2))).toBe(201);
    expect(await statusOf(stranger(4, { address: '192.0.2.2' }))).toBe(429);
    expect(await statusOf(stranger(2, { address: '192.0.2.3' }))).toBe(201);
    expect(await statusOf(stranger(2, { address: '192.0.2.4' }))).toBe(429);
    expect(await statusOf(stranger(1, { address: '192.0.2.5' }))).toBe(201);
    expect(await statusOf(stranger(1, { address: '192.0.2.6' }))).toBe(429);
    expect(await statusOf(stranger(5, { address: '192.0.3.1', hasPass: false }))).toBe(201);
  });

  test('many checkouts of one network at a time wait for it with one connection, and others go on', async () => {
    const { database } = fixture.shop;
    await database.query(`begin; select pg_advisory_xact_lock(hashtextextended('network 192.0.2.', 0))`);
    const checkouts = Promise.all(Array.from({ length: 12 }, () => statusOf(stranger(1, { hasPass: false }))));
    try {
      expect(await mostWaiting(database)).toBe(1);
      expect(await statusOf(stranger(1, { address: '192.0.3.2', hasPass: false }))).toBe(201);
    } finally {
      await database.query('commit');
    }
    expect((await checkouts).filter((status) => status === 201)).toHaveLength(1);
  });

  test('3-D Secure is asked for with further open checkouts of a network, and not with its first', async () => {
    const ids = [];
    for (const address of ['192.0.2.1', '192.0.2.2']) {
      expect(await statusOf(stranger(1, { address }))).toBe(201);
      ids.push(await fixture.newestOrder());
    }
    const { rows } = await fixture.shop.database.query('select three_d_secure as asked from shop_order where id = any($1) order by id', [
      ids,
    ]);
    expect(rows).toEqual([{ asked: null }, { asked: 'any' }]);
  });

  test.each([
    ['a /24', (index: number) => `198.51.100.${index}`],
    ['a /48', (index: number) => `2001:db8:1:${index.toString(16)}00::1`],
  ])('parallel checkouts of %s hold no more together than the bound', async (_what, addressOf) => {
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => stranger(1, { address: addressOf(index + 1) })));
    // The first, and three more.
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([...Array<number>(4).fill(201), ...Array<number>(8).fill(429)]);
    expect(await brokenInvariants(fixture.shop.database, fixture.shop.clock.now())).toEqual([]);
  });

  test('two parallel calls with one pass are one checkout', async () => {
    await stranger(1);
    const cookie = await captchaCookie(fixture.shop);
    const pay = (email: string) => fixture.pay({ data: { ...buyer, email } }, { cookie });
    const answers = await Promise.all([pay('one@example.com'), pay('two@example.com')]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 403]);
  });

  test('one address has ten checkouts open at most, and is told when the first of them ends', async () => {
    await fixture.shop.database.query(`insert into shop_order (id, number, status, email, currency, total_minor, lines, customer,
        client_address, browser_id, request_hash, payment_provider, created_at, expires_at)
      select 'open-' || n, 'open-' || n, 'pending', n || '@example.com', 'Eur', 100, '[]', '{}', '192.0.2.1', 'b', 'h', 'stripe', now(), now()
      from generate_series(1, 9) as n`);
    expect(await statusOf(stranger(1))).toBe(201);
    const refused = await stranger(1);
    expect([refused.statusCode, refused.headers['retry-after'], refused.json()]).toEqual([
      429,
      '1860',
      expect.objectContaining({ message: expect.stringContaining('half an hour'), retryAfterSeconds: 1860 }),
    ]);
  });

  test('a stranger who uses an e-mail address, in whatever spelling, does not lock its owner out: a captcha is all he needs', async () => {
    for (const [index, email] of ['ADA@example.com', 'Ada@Example.com', 'ada@EXAMPLE.COM'].entries())
      expect((await fixture.pay({ data: { ...buyer, email } }, { address: `203.0.${index}.1` })).statusCode).toBe(201);
    const pay = (cookie?: string) => fixture.pay({}, { address: '203.0.113.1', ...(cookie && { cookie }) });
    expect((await pay()).json()).toMatchObject({ statusCode: 403, captcha: true });
    expect((await pay(await captchaCookie(fixture.shop))).statusCode).toBe(201);
  });

  test('a pending bank transfer counts: the next checkout of its browser needs a captcha', async () => {
    const first = await fixture.pay();
    fixture.provider.become(first.json<{ id: string }>().id, { outcome: 'processing' });
    expect((await fixture.pay({}, { cookie: cookieOf(first) })).statusCode).toBe(403);
    const pass = await captchaCookie(fixture.shop);
    expect((await fixture.pay({}, { cookie: `${cookieOf(first)}; ${pass}` })).statusCode).toBe(201);
  });

  test('a repeat of the call that opened the checkout gets its session without a captcha', async () => {
    const first = await fixture.pay({}, { key: 'once-00000001' });
    const again = await fixture.pay({}, { key: 'once-00000001', cookie: cookieOf(first) });
    expect([again.statusCode, again.json()]).toEqual([201, first.json()]);
  });
}
