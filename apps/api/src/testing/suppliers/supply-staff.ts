import { operator } from '../operators.ts';
import type { TestShop } from '../test-shop.ts';
import type { StormySupplier } from './stormy-supplier.ts';

/** So many of the latest keys are looked at for one that a buyer says is dead. */
const LATEST = 40;
const MOST_RETURNS = 2;
/** As many as need not hurry: each may replace fifty keys an hour. */
const SUPPORTERS = 20;

/** What the staff does: buys dead keys again, gives back those that nobody can have any more, and asks suppliers about unclear orders. */
export async function supplyStaff(shop: TestShop, suppliers: readonly StormySupplier[], pick: <T>(list: readonly T[]) => T) {
  const supporters = await Promise.all(Array.from({ length: SUPPORTERS }, () => operator(shop, 'support')));
  const catalogue = await operator(shop, 'catalogue');
  const counts = { replacements: 0, returns: 0, notMade: 0 };
  /** Answers that the staff must not get. */
  const wrong: string[] = [];

  return {
    counts,
    wrong,
    /** A buyer says that a key is dead. The call is made twice, as by somebody who saw no answer. */
    async replaceAKey(): Promise<void> {
      const { rows } = await shop.database.query<{ orderId: string; keyId: string; line: number; slot: number }>(
        `select a.order_id as "orderId", a.key_id as "keyId", a.line, a.slot from purchased_key b
          join stock_key k on k.id = b.stock_key_id and k.state = 'sold' join allocation a on a.key_id = k.id
          order by b.added_at desc, a.key_id limit $1`,
        [LATEST],
      );
      if (rows.length === 0) return;
      const { orderId, keyId, line, slot } = pick(rows);
      const support = pick(supporters);
      const path = `/ops/orders/${orderId}/keys/${line + 1}/${slot + 1}/buy-again`;
      const first = await support.call('POST', path, { keyId });
      // No other offer keeps the margin.
      if (first.status === 409) return;
      counts.replacements += 1;
      const again = await support.call('POST', path, { keyId });
      if (first.status !== 202 || again.text !== first.text) wrong.push(`a key was bought again: ${first.text}, and then ${again.text}`);
    },
    /** Keys that no order has or waits for go back: dead ones that were replaced, and those of orders that got their money back. */
    async giveBack(): Promise<void> {
      const { rows } = await shop.database.query<{ id: string; name: string; supplierOrderId: string; costMinor: number }>(
        `select id, supplier as name, supplier_order_id as "supplierOrderId", cost_minor as "costMinor" from purchase
          where state = 'complete' and not exists (select from supplier_return where purchase_id = purchase.id and state <> 'refused')
            and not exists (select from purchased_key join stock_key on stock_key.id = stock_key_id
              where purchase_id = purchase.id and stock_key.state in ('sold', 'reserved'))
          order by closed_at desc limit $1`,
        [MOST_RETURNS],
      );
      for (const { id, name, supplierOrderId, costMinor } of rows) {
        const supplier = suppliers.find((one) => one.name === name);
        // Nobody gives back what its supplier takes by itself.
        if (supplier?.ordered.some(({ order, taken }) => order.orderId === supplierOrderId && taken)) continue;
        const isByHand = supplier?.returns === 'by hand';
        const body = isByHand ? { refunded: costMinor / 100 } : {};
        const { status, text } = await catalogue.call('POST', `/ops/suppliers/${name}/purchases/${id}/return`, body);
        if (status !== 202) wrong.push(`a return was answered ${status}: ${text}`);
        else if (isByHand) supplier.takeBackByHand(supplierOrderId);
        counts.returns += 1;
      }
    },
    /** Suppliers are asked about unclear orders now and then. Those that they neither have nor work on were not made; it is said twice. */
    async askAboutUnclear(): Promise<void> {
      const { rows } = await shop.database.query<{ id: string; name: string }>(
        `select id, supplier as name from purchase where state = 'unclear' order by closed_at, id`,
      );
      for (const { id, name } of rows) {
        if (pick([true, false]) || suppliers.some((one) => one.name === name && one.mayHave(id))) continue;
        const record = () => catalogue.call('POST', `/ops/suppliers/${name}/purchases/${id}/not-made`);
        const [first, again] = [await record(), await record()];
        if (first.status !== 200 || again.text !== first.text) wrong.push(`${id} was not made: ${first.text}, and then ${again.text}`);
        counts.notMade += 1;
      }
    },
    /** What reports say that the keys of a supplier cost in all, in minor units of a euro. */
    async costMinorOf(name: string): Promise<number> {
      const day = (days: number) => new Date(shop.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
      const { text } = await catalogue.call('GET', `/ops/suppliers/report.csv?from=${day(-90)}&to=${day(1)}`);
      const ofSupplier = text.split('\r\n').filter((row) => row.split(',')[1] === name);
      return ofSupplier.reduce((sum, row) => sum + Math.round(Number(row.split(',')[4]) * 100), 0);
    },
  };
}
