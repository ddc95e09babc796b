import { refundWhole } from '../../../testing/sales.ts';
import { ReturnKeys } from '../application/after-sales/return-keys.ts';
import { DEATH, purchaseShopOfTests } from './purchase-shop.ts';

const MINUTE_MS = 60_000;

/** The shop of the tests that follow, and how keys of its purchases go back. */
export function returnShopOfTests() {
  const made = purchaseShopOfTests();
  const { kinguin } = made;

  /** Two keys at Kinguin for 5 euros each, of the 10 that the buyer paid for each. Answers order and purchase. */
  async function bought(): Promise<{ id: string; purchase: string }> {
    const id = await made.backorder(2);
    await made.offer(kinguin, 500, 500);
    await made.work();
    const [latest] = await made.purchases();
    return { id, purchase: latest?.id ?? '' };
  }
  /** The same, of an order that was refunded before anybody saw them: they are in stock. */
  async function unsold(): Promise<string> {
    const { id, purchase } = await bought();
    await refundWhole(made.shop, id);
    return purchase;
  }
  const giveBack = (purchase: string, body: object = {}, name = 'kinguin') =>
    made.staff.call('POST', `/ops/suppliers/${name}/purchases/${purchase}/return`, body);
  const returned = async (name: 'kinguin' | 'codeswholesale' = 'kinguin') => (await made.purchases(name))[0]?.returned;
  async function work(minutes = 0): Promise<number> {
    made.shop.clock.advance(minutes * MINUTE_MS);
    try {
      await made.shop.get(ReturnKeys).run();
      return 0;
    } catch (error) {
      if (!(error instanceof Error) || error.message !== DEATH) throw error;
      return 1;
    }
  }
  const states = async () =>
    (
      await made.shop.database.query<{ state: string }>(
        'select state from stock_key join purchased_key on stock_key.id = stock_key_id order by purchased_key.key_id',
      )
    ).rows.map(({ state }) => state);
  async function report(): Promise<string[]> {
    const day = made.shop.clock.now().toISOString().slice(0, 10);
    const from = made.shop.clock.now().getTime() - 86_400_000;
    const { text } = await made.staff.call('GET', `/ops/suppliers/report.csv?from=${new Date(from).toISOString()}&to=${day}`);
    return text.trim().split('\r\n').slice(1);
  }

  return { made, bought, unsold, giveBack, returned, work, states, report };
}
