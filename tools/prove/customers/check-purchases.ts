/** What the shop has written down of an order at a supplier. */
export interface PurchaseRow {
  /** The reference that was sent. */
  readonly id: string;
  readonly supplier: string;
  readonly state: string;
  readonly supplierOrderId: string | null;
  readonly quantity: number;
  readonly costMinor: number | null;
  /** Keys that were noted, and those of them that are in stock. */
  readonly keys: number;
  readonly inStock: number;
}

/** An order as its supplier has it, without its keys. */
export interface SupplierOrderRow {
  readonly id: string;
  readonly reference: string;
  readonly lines: readonly { readonly cents: number; readonly quantity: number }[];
}

export interface Ledger {
  readonly supplier: string;
  readonly orders: readonly SupplierOrderRow[];
  /** What the supplier has taken from the balance. */
  readonly spentCents: number;
}

/** Every difference between the books of suppliers and those of the shop, when nothing is under way any more: a sentence each. */
export function faultsOfPurchases(purchases: readonly PurchaseRow[], ledgers: readonly Ledger[]): string[] {
  const ours = new Map(purchases.map((purchase) => [purchase.id, purchase]));
  const known = new Set(ledgers.flatMap(({ orders }) => orders.map(({ reference }) => reference)));
  return [
    ...purchases.flatMap((one) => ofPurchase(one, known)),
    ...ledgers.flatMap(({ supplier, orders, spentCents }) => {
      const sum = purchases.reduce((cents, one) => cents + (one.supplier === supplier ? (one.costMinor ?? 0) : 0), 0);
      const twice = [...Map.groupBy(orders, ({ reference }) => reference)].filter(([, made]) => made.length > 1);
      return [
        ...orders.flatMap((order) => ofOrder(order, ours.get(order.reference), supplier)),
        ...twice.map(([reference, made]) => `purchase ${reference} was ordered ${made.length} times`),
        ...(sum === spentCents ? [] : [`${supplier} has taken ${spentCents} cents, and the shop has written down ${sum}`]),
      ];
    }),
  ];
}

function ofPurchase({ id, supplier, state, supplierOrderId, quantity, keys, inStock }: PurchaseRow, known: ReadonlySet<string>): string[] {
  if (state === 'refused') return [];
  if (state !== 'complete') return [`purchase ${id} has ended as ${state}`];
  return [
    ...(supplierOrderId !== null && known.has(id) ? [] : [`${supplier} does not know purchase ${id}`]),
    ...(keys === quantity && inStock === quantity ? [] : [`purchase ${id} of ${quantity} has ${keys} keys, ${inStock} of them in stock`]),
  ];
}

function ofOrder({ id, reference, lines }: SupplierOrderRow, ours: PurchaseRow | undefined, supplier: string): string[] {
  const cents = lines.reduce((sum, line) => sum + line.cents * line.quantity, 0);
  if (ours?.supplierOrderId !== id) return [`${supplier} has order ${id}, and the shop does not know it`];
  return ours.costMinor === cents ? [] : [`purchase ${reference} cost ${cents} cents, and the shop has written down ${ours.costMinor}`];
}
