import { brokenInvariants } from '../invariants/invariants.ts';
import { deadKeys, type OrderRow, revenueFaults } from './after-sale-faults.ts';
import { KeyStock } from '../../modules/stock/index.ts';
import { MIN_MARGIN, type SupplyWorld } from './supply-world.ts';

const LATEST_ORDERS = 200;
/** Rates and margins are compared in whole numbers: as floats, 90 % of 2160 cents at 1.08 dollars for a euro are 1799.9999999999998. */
const SCALE = 1_000_000;
const KEPT_OF_SCALE = Math.round((1 - MIN_MARGIN) * SCALE);
/** As `addProducts` makes them. */
const OWN_KEY = /"key":"KEY-/;

interface PurchaseRow {
  readonly id: string;
  readonly supplier: string;
  readonly orderId: string;
  readonly productId: string;
  readonly supplierOrderId: string | null;
  readonly state: string;
  readonly quantity: number;
  readonly costMinor: number | null;
  readonly keys: number;
  readonly known: number;
  readonly isReplacement: boolean;
  /** Keys that went back, as the shop has it. */
  readonly returned: number;
  /** Keys that the supplier took back by itself, and that the order waits for or had replaced. */
  readonly withdrawn: number;
  /** The supplier's ids of those that came. */
  readonly keyIds: readonly string[];
}

/** What must hold at the end, read without the shop's own rules. Returns one sentence for each thing that does not. */
export async function faultsOf({ shop, suppliers, provider, ownKeys, staff }: SupplyWorld): Promise<string[]> {
  const faults: string[] = [...staff.wrong, ...(await brokenInvariants(shop.database, shop.clock.now()))];
  const { rows: orders } = await shop.database.query<OrderRow>(
    `select id, status, paid_at is not null as "isPaid", currency, lines,
      (select count(*)::int from allocation where order_id = shop_order.id) as allocated from shop_order`,
  );
  const { rows: purchases } = await shop.database.query<PurchaseRow>(
    `select id, supplier, order_id as "orderId", product_id as "productId", supplier_order_id as "supplierOrderId", state, quantity,
      cost_minor as "costMinor", (select count(*)::int from purchased_key where purchase_id = purchase.id) as keys,
      (select count(*)::int from purchased_key where purchase_id = purchase.id and is_known) as known,
      replaces_key_id is not null as "isReplacement", array(select key_id from purchased_key where purchase_id = purchase.id) as "keyIds",
      coalesce((select keys from supplier_return where purchase_id = purchase.id and state = 'done'), 0) as returned,
      coalesce((select unsold from supplier_return where purchase_id = purchase.id and asked_by = 'supplier:' || supplier), 0) as withdrawn
      from purchase order by created_at, id`,
  );
  const rates = shop.config.exchangeRates;
  const ofOrder = new Map(orders.map((order) => [order.id, order]));

  for (const { id, status, isPaid, lines, allocated } of orders) {
    const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
    const hasMoney = provider.refunds.has(id);
    if (isPaid && !hasMoney && allocated !== pieces) faults.push(`${id} is ${status}, was paid, and has ${allocated} of ${pieces} keys`);
    if (hasMoney && allocated > 0) faults.push(`${id} has its money and its keys`);
    if (!isPaid && allocated > 0) faults.push(`${id} was not paid and has keys`);
    if (!['fulfilling', 'refunded', 'expired'].includes(status)) faults.push(`${id} has ended as ${status}`);
  }

  for (const one of purchases)
    if (['planned', 'sent', 'ordered'].includes(one.state)) faults.push(`purchase ${one.id} is still ${one.state}`);
  // An unclear one may stay so for ever, where the supplier never had it and nobody said so.
  for (const { id, supplier: name } of purchases.filter(({ state }) => state === 'unclear'))
    if (suppliers.some((one) => one.name === name && one.mayHave(id))) faults.push(`purchase ${id} is still unclear, and ${name} has it`);
  const bought = Map.groupBy(purchases, ({ orderId, productId }) => `${orderId} ${productId}`);
  for (const [name, ofLine] of bought) {
    const [{ orderId, productId } = { orderId: '', productId: '' }] = ofLine;
    const line = ofOrder.get(orderId)?.lines.find((one) => one.productId === productId);
    const meant = ofLine.filter(({ isReplacement }) => !isReplacement);
    // For keys that a supplier takes back from an order that waits, others are bought.
    const came = meant.reduce((sum, { keys, known, withdrawn }) => sum + keys - known - withdrawn, 0);
    if (came > (line?.quantity ?? 0)) faults.push(`${name}: ${came} keys were bought for ${line?.quantity ?? 0} pieces`);
  }

  for (const supplier of suppliers) {
    const ours = new Map(
      purchases.flatMap((one) => (one.supplier === supplier.name && one.supplierOrderId !== null ? [[one.id, one] as const] : [])),
    );
    const theirs = Map.groupBy(supplier.ordered, ({ request }) => request.reference);
    for (const reference of ours.keys()) if (!theirs.has(reference)) faults.push(`${supplier.name} does not know purchase ${reference}`);
    for (const [reference, made] of theirs) {
      const one = ours.get(reference);
      if (made.length > 1) faults.push(`purchase ${reference} was ordered ${made.length} times`);
      const [first] = made;
      if (!one || !first) {
        const state = purchases.find(({ id }) => id === reference)?.state;
        // One that came after it was given up, and went back before the shop looked again, is the refusal that it was.
        if (state !== 'refused' || made.some((each) => keptMinor(each) !== 0))
          faults.push(
            `${supplier.name} has an order that the shop does not know: ${reference}, which is ${first?.order.state} there, and ${state} here`,
          );
        continue;
      }
      if (one.costMinor !== first.order.costMinor)
        faults.push(`purchase ${reference} cost ${first.order.costMinor}, and the shop has ${one.costMinor}`);
      // Of keys that went before they were fetched there is nothing to go back.
      const gone = first.isBack ? one.keyIds : one.keyIds.filter((id) => first.taken?.some((key) => key.id === id));
      if (one.returned !== gone.length)
        faults.push(`${supplier.name} has ${gone.length} keys of purchase ${reference} back, and the shop says ${one.returned}`);
      const lost = first.keys.filter(({ id }) => !one.keyIds.includes(id) && !first.taken?.some((key) => key.id === id));
      if (!first.isBack && lost.length > 0) faults.push(`of purchase ${reference} keys are lost`);
      const order = ofOrder.get(one.orderId);
      const unitMinor = order?.lines.find(({ productId }) => productId === one.productId)?.unitMinor ?? 0;
      const perEuro = order === undefined || order.currency === 'Eur' ? 1 : rates[order.currency];
      const costMinor = first.order.costMinor ?? 0;
      if (costMinor * Math.round(perEuro * SCALE) > unitMinor * one.quantity * KEPT_OF_SCALE)
        faults.push(
          `purchase ${reference} was under the margin: ${costMinor} for ${one.quantity} of ${unitMinor} at ${perEuro} for a euro`,
        );
    }
  }

  for (const supplier of suppliers) {
    const theirsMinor = supplier.ordered.reduce((sum, made) => sum + keptMinor(made), 0);
    const oursMinor = await staff.costMinorOf(supplier.name);
    if (theirsMinor !== oursMinor) faults.push(`${supplier.name} has ${theirsMinor} cents, and reports say ${oursMinor}`);
  }
  faults.push(...(await deadKeys({ shop, suppliers })), ...(await revenueFaults(shop, orders)));
  const { rows: twice } = await shop.database.query<{ keyId: string; count: number }>(
    `select replaces_key_id as "keyId", count(*)::int as count from purchase
      where replaces_key_id is not null and state = 'complete' group by 1 having count(*) > 1`,
  );
  for (const { keyId, count } of twice) faults.push(`key ${keyId} was replaced by ${count} purchases`);

  faults.push(...(await foreignKeys({ shop, suppliers }, purchases)));

  const { rows: keys } = await shop.database.query<{ count: number }>('select count(*)::int as count from stock_key');
  const expected = ownKeys + purchases.reduce((sum, one) => sum + one.keys - one.known, 0);
  if (keys[0]?.count !== expected) faults.push(`there are ${keys[0]?.count} keys, and ${expected} came`);
  const { rows: open } = await shop.database.query('select order_id from commitment');
  if (open.length > 0) faults.push(`${open.length} commitments are left`);
  return faults;
}

/** Of the latest orders: keys that buyers see and no supplier, nor the shop itself, has ever had, and keys that two of them see. */
async function foreignKeys(
  { shop, suppliers }: Pick<SupplyWorld, 'shop' | 'suppliers'>,
  purchases: readonly PurchaseRow[],
): Promise<string[]> {
  const bought = new Set(
    suppliers.flatMap(({ ordered }) => ordered.flatMap(({ keys }) => keys.map(({ secret }) => JSON.stringify(secret)))),
  );
  const seen = new Set<string>();
  const faults: string[] = [];
  for (const orderId of new Set(purchases.slice(-LATEST_ORDERS).map((one) => one.orderId)))
    for (const { secret } of (await shop.get(KeyStock).reveal(orderId)).keys) {
      const text = JSON.stringify(secret);
      if (seen.has(text)) faults.push(`${orderId} has a key that another order has`);
      if (!bought.has(text) && !OWN_KEY.test(text)) faults.push(`${orderId} has a key that nobody sold`);
      seen.add(text);
    }
  return faults;
}

/** What a supplier keeps of the price of an order, in minor units of a euro: of one that it ended, for the keys that came. */
function keptMinor({ request, order, keys, isBack, taken = [] }: SupplyWorld['suppliers'][number]['ordered'][number]): number {
  if (isBack) return 0;
  const costMinor = order.costMinor ?? 0;
  const kept = (order.state === 'ended' ? keys.length : request.quantity) - taken.length;
  return Math.round((costMinor * kept) / request.quantity);
}
