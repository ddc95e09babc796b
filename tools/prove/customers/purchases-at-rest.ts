import { eventually } from '../buyer.ts';
import { recordNotMadeByStaff } from './staff.ts';
import { faultsOfPurchases, type Ledger, type PurchaseRow, type SupplierOrderRow } from './check-purchases.ts';
import { letTimePass } from './passing-time.ts';
import type { StockedShop } from './stocked-shop.ts';
import { BALANCE_CENTS, supplierControl, type SupplierName, SUPPLIERS } from './supplied-products.ts';

/** A bit longer than a worker's claim of a purchase, after which others take over. */
const CLAIM_MS = 130_000;
const LOOK_EVERY_MS = 3000;

/**
 * Lets time pass until every purchase has come to its end, and no order waits for keys any more. As the staff does, suppliers are asked about
 * purchases that are unclear: those of which a supplier has no order are recorded as not made. Answers how many. @throws Error where one
 * does not end
 */
export async function purchasesAtRest(stocked: StockedShop, withinMs: number): Promise<number> {
  const { shop, database, places } = stocked;
  const notMade = new Set<string>();
  const open = async () => {
    const { rows } = await database.query<{ state: string; open: number }>(
      `select state, count(*)::int as open from purchase where state in ('planned', 'sent', 'ordered', 'unclear') group by state
        union all select 'key_wait', count(*)::int from key_wait having count(*) > 0`,
    );
    return Object.fromEntries(rows.map(({ state, open }) => [state, open]));
  };
  const look = async () => {
    const { rows } = await database.query<{ id: string; supplier: SupplierName }>(
      `select id, supplier from purchase where state = 'unclear'`,
    );
    const ledgers = rows.length === 0 ? [] : await Promise.all(SUPPLIERS.map((supplier) => ordersAt(shop, supplier)));
    const made = new Set(ledgers.flat().map(({ reference }) => reference));
    for (const { id, supplier } of rows) if (!made.has(id) && (await recordNotMadeByStaff(places, supplier, id))) notMade.add(id);
    const seen = await open();
    if (Object.keys(seen).length > 0) await letTimePass(database, CLAIM_MS, []);
    return seen;
  };
  await eventually(look, (seen) => Object.keys(seen).length === 0, withinMs, LOOK_EVERY_MS);
  return notMade.size;
}

function ordersAt(shop: StockedShop['shop'], supplier: SupplierName): Promise<SupplierOrderRow[]> {
  return supplierControl<SupplierOrderRow[]>(shop, supplier, 'GET', '/orders');
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
      const orders = await ordersAt(shop, supplier);
      const { cents } = await supplierControl<{ cents: number }>(shop, supplier, 'GET', '/balance');
      return { supplier, orders, spentCents: BALANCE_CENTS - cents };
    }),
  );
  return { made: ledgers.reduce((sum, { orders }) => sum + orders.length, 0), faults: faultsOfPurchases(rows, ledgers) };
}
