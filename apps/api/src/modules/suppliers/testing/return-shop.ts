import { refundWhole } from '../../../testing/sales.ts';
import { ReturnKeys } from '../application/after-sales/return-keys.ts';
import { DEATH, purchaseShopOfTests } from './purchase-shop.ts';

const MINUTE_MS = 60_000;

/** The shop of the tests that follow, and how keys of its purchases go back. */
export function returnShopOfTests() {
  const made = purchaseShopOfTests();
  const { kinguin } = made;

  /** Keys at Kinguin for 5 euros each, of the 10 that the buyer paid for each; `key`: this one. Answers order and purchase. */
  async function bought(quantity = 2, key?: string): Promise<{ id: string; purchase: string }> {
    if (key !== undefined) kinguin.keysAtOnce = 0;
    const id = await made.backorder(quantity);
    await made.offer(kinguin, 500, 500);
    await made.work();
    if (key !== undefined) {
      kinguin.deliver(kinguin.ordered.at(-1)?.order.orderId ?? '', 1, { kind: 'text', key });
      await made.work(10);
    }
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
  /** Of stock, those that were bought. */
  const keys = async () =>
    (
      await made.shop.database.query<{ id: string; state: string }>(
        'select id, state from stock_key join purchased_key on id = stock_key_id order by purchased_key.key_id',
      )
    ).rows;
  const states = async () => (await keys()).map(({ state }) => state);
  /** The report's lines, of the last day and today where no first day is given. */
  async function report(from = new Date(made.shop.clock.now().getTime() - 86_400_000).toISOString()): Promise<string[]> {
    const day = made.shop.clock.now().toISOString().slice(0, 10);
    const { text } = await made.staff.call('GET', `/ops/suppliers/report.csv?from=${from}&to=${day}`);
    return text.trim().split('\r\n').slice(1);
  }

  return { made, bought, unsold, giveBack, returned, work, keys, states, report };
}
