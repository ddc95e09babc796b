import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { audited, operator } from '../../../testing/operators.ts';
import { addProducts } from '../../../testing/products.ts';
import { buy } from '../../../testing/sales.ts';
import { salesShop } from '../../../testing/sales-shop.ts';
import type { TestShop } from '../../../testing/test-shop.ts';
import { InMemoryPaymentProvider } from '../../payments/testing/in-memory-payments.ts';
import { DEFAULT_POLICY, type RiskPolicy } from '../domain/policy.ts';

const reason = 'a test';
const strict: RiskPolicy = { ...DEFAULT_POLICY, weakAtMost: 1000, weak: { ...DEFAULT_POLICY.weak, firstOrder: 60 } };

export function riskPolicy(): void {
  const provider = new InMemoryPaymentProvider();
  let shop: TestShop;
  let owner: Awaited<ReturnType<typeof operator>>;

  beforeAll(async () => {
    shop = await salesShop({ provider });
    await addProducts(shop, [{ kinguinId: 1, keys: 20 }]);
    owner = await operator(shop, 'owner');
  }, 30_000);
  afterAll(() => shop.close());

  const statusOf = async (id: string) =>
    (await shop.database.query<{ status: string }>('select status from shop_order where id = $1', [id])).rows[0]?.status;

  test('a policy is tried on the orders of the last 30 days, set, and decides about later orders', async () => {
    for (const name of ['one', 'two']) await buy(shop, provider, { email: `${name}@example.com`, isDelivered: false });
    await buy(shop, provider, { email: 'two@example.com', isDelivered: false });
    expect((await owner.call('GET', '/ops/risk/policy')).json()).toEqual({ version: 0, policy: DEFAULT_POLICY });
    const tried = (await owner.call('POST', '/ops/risk/policy/dry-run', { policy: strict, reason })).json();
    expect(tried).toMatchObject({
      message: 'Would have held 2 of 3 orders, instead of 0.',
      before: { deliver: 3, link: 0, hold: 0, refuse: 0 },
      after: { deliver: 1, link: 0, hold: 2, refuse: 0 },
      askedForProof: 2,
    });
    expect((await owner.call('GET', '/ops/risk/policy')).json()).toMatchObject({ version: 0 });
    expect((await owner.call('PUT', '/ops/risk/policy', { policy: strict, reason })).json()).toEqual({ version: 1, policy: strict });
    expect(await statusOf(await buy(shop, provider, { email: 'three@example.com', isDelivered: false }))).toBe('on_hold');
    expect((await owner.call('PUT', '/ops/risk/policy', { policy: DEFAULT_POLICY, reason })).json()).toMatchObject({ version: 2 });
    expect(await statusOf(await buy(shop, provider, { email: 'four@example.com', isDelivered: false }))).toBe('fulfilling');
    expect(await audited(shop, 'risk.policy')).toMatchObject([
      { reason, after: { version: 1 } },
      { reason, after: { version: 2 } },
    ]);
  });

  test('a product that is delivered by a link always is, from then on', async () => {
    const id = await buy(shop, provider, { isDelivered: false });
    const { rows } = await shop.database.query<{ id: string; by_link: boolean }>(
      `select lines -> 0 ->> 'productId' as id, link_only as by_link from shop_order where id = $1`,
      [id],
    );
    expect(rows[0]?.by_link).toBe(false);
    const policy: RiskPolicy = { ...DEFAULT_POLICY, alwaysLink: { categories: [], products: [rows[0]?.id ?? ''] } };
    await owner.call('PUT', '/ops/risk/policy', { policy, reason });
    const later = await buy(shop, provider, { isDelivered: false });
    const { rows: after } = await shop.database.query('select link_only as by_link from shop_order where id = $1', [later]);
    expect(after).toEqual([{ by_link: true }]);
    await owner.call('PUT', '/ops/risk/policy', { policy: DEFAULT_POLICY, reason });
  });

  test.each([
    ['a missing part', { ...DEFAULT_POLICY, weak: undefined }, 'policy.weak'],
    ['points below 0', { ...DEFAULT_POLICY, weakAtMost: -1 }, 'policy.weakAtMost'],
    ['thresholds that fall', { ...DEFAULT_POLICY, thresholds: { link: 60, hold: 40, refuse: 100 } }, 'policy.thresholds'],
    ['an unknown part', { ...DEFAULT_POLICY, mood: 1 }, 'policy'],
    ['a list', [], 'policy'],
  ])('a policy with %s is refused, naming it', async (_what, policy, field) => {
    const answer = await owner.call('PUT', '/ops/risk/policy', { policy, reason });
    expect([answer.status, answer.json<{ details: { field: string }[] }>().details[0]?.field]).toEqual([400, field]);
  });

  test('support reads the policy, and changes nothing', async () => {
    const support = await operator(shop, 'support');
    expect((await support.call('GET', '/ops/risk/policy')).status).toBe(200);
    expect((await support.call('PUT', '/ops/risk/policy', { policy: DEFAULT_POLICY, reason })).status).toBe(403);
    expect((await support.call('POST', '/ops/risk/policy/dry-run', { policy: DEFAULT_POLICY, reason })).status).toBe(403);
  });
}
