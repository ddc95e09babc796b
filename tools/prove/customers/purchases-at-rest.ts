import { eventually } from '../buyer.ts';
import { faultsOfPurchases, type Ledger, type PurchaseRow, type SupplierOrderRow } from './check-purchases.ts';
import { letTimePass } from './passing-time.ts';
import type { StockedShop } from './stocked-shop.ts';
import { BALANCE_CENTS, supplierControl, SUPPLIERS } from './supplied-products.ts';

/** A bit longer than a worker's claim of a purchase, after which others take over. */
const CLAIM_MS = 130_000;
const LOOK_EVERY_MS = 3000;

/** Lets time pass until every purchase has come to its end, and no order waits for keys any more. @throws Error where one does not */
export async function purchasesAtRest({ database }: StockedShop, withinMs: number): Promise<void> {
  await eventually(
    async () => {
      const { rows } = await database.query<{ open: number }>(
        `select ((select count(*) from purchase where state in ('planned', 'sent', 'ordered')) + (select count(*) from key_wait))::int as open`,
      );
      const open = rows[0]?.open ?? 0;
      if (open > 0) await letTimePass(database, CLAIM_MS, []);
      return open;
    },
    (open) => open === 0,
    withinMs,
    LOOK_EVERY_MS,
  );
}

/** Compares the books of the stand-ins with those of the shop. Answers how many purchases were made, and what is wrong. */
export async function booksOfSuppliers({ shop, database }: StockedShop): Promise<{ made: number; faults: string[] }> {
  const { rows } = await database.query<PurchaseRow>(
    `select id, supplier, state, supplier_order_id as "supplierOrderId", quantity, cost_minor as "costMinor",
      (select count(*)::int from purchased_key where purchase_id = purchase.id) as keys,
      (select count(*)::int from purchased_key k join stock_key s on s.id = k.stock_key_id where purchase_id = purchase.id) as "inStock"
      from purchase`,
  );
  const ledgers = await Promise.all(
    SUPPLIERS.map(async (supplier): Promise<Ledger> => {
      const orders = await supplierControl<SupplierOrderRow[]>(shop, supplier, 'GET', '/orders');
      const { cents } = await supplierControl<{ cents: number }>(shop, supplier, 'GET', '/balance');
      return { supplier, orders, spentCents: BALANCE_CENTS - cents };
    }),
  );
  return { made: ledgers.reduce((sum, { orders }) => sum + orders.length, 0), faults: faultsOfPurchases(rows, ledgers) };
}
