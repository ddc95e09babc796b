import { beforeAll, expect, test } from '@jest/globals';
import { operator } from '../../../testing/operators.ts';
import { purchaseShopOfTests } from '../testing/purchase-shop.ts';

/** What happens to a buyer in Poland when a product excludes his country after the sale. */
export function regionsAfterSale(): void {
  const made = purchaseShopOfTests();
  const { kinguin, other } = made;
  let support: Awaited<ReturnType<typeof operator>>;
  beforeAll(async () => {
    support = await operator(made.shop, 'support');
  });

  async function inPoland(id: string): Promise<string> {
    await made.shop.database.query(`update shop_order set customer = customer || '{"country": "Poland"}' where id = $1`, [id]);
    return id;
  }
  const exclude = (country: string) =>
    made.shop.database.query('update product set country_limitation = $1 where id = $2', [[country], made.productId()]);

  /** A delivered order of a buyer in Poland; answers how its key is bought again. */
  async function delivered() {
    const id = await inPoland(await made.backorder());
    await made.offer(kinguin, 500, 5);
    await made.work();
    const { keys } = (await support.call('GET', `/ops/orders/${id}`)).json<{ keys: { keyId: string }[] }>();
    await made.offer(other, 600, 5);
    return (body: object = {}) =>
      support.call('POST', `/ops/orders/${id}/keys/1/1/buy-again`, { keyId: keys[0]?.keyId ?? '', reason: 'A test', ...body });
  }

  test('a key that the buyer’s country excludes by now is bought again only where staff accept that', async () => {
    const buyAgain = await delivered();
    await exclude('PL');
    for (const body of [{}, { acceptRegion: false }, { acceptCost: 100 }]) {
      const refused = await buyAgain(body);
      expect([refused.status, refused.json()]).toMatchObject([
        409,
        {
          message: expect.stringMatching(/cannot be activated in Poland\. .*`acceptRegion` true\.$/),
          details: [{ field: 'acceptRegion' }],
        },
      ]);
    }
    expect((await buyAgain({ acceptRegion: 'yes' })).status).toBe(400);
    expect((await buyAgain({ acceptRegion: true })).status).toBe(202);
    await made.work();
    expect([other.ordered.length, await made.purchases('codeswholesale')]).toMatchObject([1, [{ state: 'complete' }]]);
  });

  test('a key to be bought again is not bought where its country is excluded before it is sent, and staff are told', async () => {
    const buyAgain = await delivered();
    expect((await buyAgain()).status).toBe(202);
    await exclude('PL');
    await made.work();
    expect([other.ordered, await made.alerts()]).toEqual([[], [expect.stringContaining('It was not sent')]]);
  });
}
