import type { SandboxClock } from '../clock.ts';
import type { Database } from '../store/database.ts';

export const supplierNames = ['kinguin', 'codeswholesale'] as const;
export type SupplierName = (typeof supplierNames)[number];

export interface StoredOffer {
  readonly offerId: string;
  readonly cents: number;
  readonly quantity: number;
}

export interface StoredProduct {
  /** kinguinId, or the productId of CodesWholesale. */
  readonly id: string;
  readonly name: string;
  /** Cheapest first. */
  readonly offers: readonly StoredOffer[];
}

/** As it is kept. */
export interface DatedProduct extends StoredProduct {
  readonly changedAtMs: number;
}

export interface StoredKey {
  readonly id: string;
  /** Text, or the base64 of a picture. */
  readonly serial: string;
  readonly type: 'text/plain' | 'image/png';
  /** Whether the buyer may fetch it. */
  readonly isDelivered: boolean;
}

export interface StoredLine {
  readonly productId: string;
  readonly offerId: string;
  readonly name: string;
  readonly quantity: number;
  /** What one costs, and what the buyer agreed to. */
  readonly cents: number;
  readonly agreedCents: number;
  readonly keys: readonly StoredKey[];
}

export interface StoredOrder {
  readonly id: string;
  /** The buyer's own reference; empty where none was sent. */
  readonly reference: string;
  readonly createdAtMs: number;
  readonly status: 'open' | 'complete' | 'cancelled' | 'refunded';
  /** Its keys were asked back, and it is to be refunded. */
  readonly isReturning?: boolean;
  readonly lines: readonly StoredLine[];
}

/** Hears of each change once it is stored. */
export interface ChangeListener {
  productChanged(supplier: SupplierName, product: StoredProduct, at: Date): void;
  productLeft(supplier: SupplierName, id: string, at: Date): void;
  orderChanged(supplier: SupplierName, order: StoredOrder, at: Date): void;
}

/** What the stand-ins for suppliers keep: catalogues and orders, as JSON documents. */
export class SupplierStore {
  private readonly database: Database;
  private readonly listener: ChangeListener;
  private readonly clock: SandboxClock;

  constructor(database: Database, listener: ChangeListener, clock: SandboxClock) {
    this.database = database;
    this.listener = listener;
    this.clock = clock;
  }

  /** Replaces a product, or adds it. */
  putProduct(supplier: SupplierName, product: StoredProduct): void {
    this.database.run(
      `insert into supplier_products (supplier, id, body) values (?, ?, ?)
       on conflict (supplier, id) do update set body = excluded.body`,
      supplier,
      product.id,
      JSON.stringify({ ...product, changedAtMs: this.clock.nowMs() } satisfies DatedProduct),
    );
    this.listener.productChanged(supplier, product, new Date(this.clock.nowMs()));
  }

  removeProduct(supplier: SupplierName, id: string): void {
    this.database.run('delete from supplier_products where supplier = ? and id = ?', supplier, id);
    this.listener.productLeft(supplier, id, new Date(this.clock.nowMs()));
  }

  product(supplier: SupplierName, id: string): DatedProduct | null {
    const product = parsed<StoredProduct>(
      this.database.row<{ body: string }>('select body from supplier_products where supplier = ? and id = ?', supplier, id),
    );
    return product && dated(product);
  }

  /** In the order in which they were added; those that changed since a moment, or all. */
  products(supplier: SupplierName, { offset, limit, sinceMs = 0 }: { offset: number; limit: number; sinceMs?: number }): DatedProduct[] {
    return this.database
      .rows<{ body: string }>(
        `select body from supplier_products where supplier = ? and coalesce(json_extract(body, '$.changedAtMs'), 0) >= ? order by seq limit ? offset ?`,
        supplier,
        sinceMs,
        limit,
        offset,
      )
      .map(({ body }) => JSON.parse(body) as StoredProduct)
      .map(dated);
  }

  countProducts(supplier: SupplierName, sinceMs = 0): number {
    const counted = `select count(*) as n from supplier_products where supplier = ? and coalesce(json_extract(body, '$.changedAtMs'), 0) >= ?`;
    return this.database.row<{ n: number }>(counted, supplier, sinceMs)?.n ?? 0;
  }

  putOrder(supplier: SupplierName, order: StoredOrder): void {
    this.database.run(
      `insert into supplier_orders (supplier, id, reference, body) values (?, ?, ?, ?)
       on conflict (supplier, id) do update set body = excluded.body`,
      supplier,
      order.id,
      order.reference,
      JSON.stringify(order),
    );
    this.listener.orderChanged(supplier, order, new Date(this.clock.nowMs()));
  }

  order(supplier: SupplierName, id: string): StoredOrder | null {
    return parsed<StoredOrder>(
      this.database.row<{ body: string }>('select body from supplier_orders where supplier = ? and id = ?', supplier, id),
    );
  }

  /** Newest first; those with a reference of the buyer, or all. */
  orders(supplier: SupplierName, reference?: string): StoredOrder[] {
    return this.database
      .rows<{
        body: string;
      }>(
        'select body from supplier_orders where supplier = ? and (? is null or reference = ?) order by seq desc',
        supplier,
        reference ?? null,
        reference ?? null,
      )
      .map(({ body }) => JSON.parse(body) as StoredOrder);
  }

  /** Of one supplier, or of all. */
  clear(supplier?: SupplierName): void {
    for (const table of ['supplier_products', 'supplier_orders'])
      this.database.run(`delete from ${table} where ? is null or supplier = ?`, supplier ?? null, supplier ?? null);
  }
}

/** What was kept before changes were dated is of the beginning. */
function dated(product: StoredProduct & { readonly changedAtMs?: number }): DatedProduct {
  return { ...product, changedAtMs: product.changedAtMs ?? 0 };
}

function parsed<T>(row: { body: string } | null): T | null {
  return row && (JSON.parse(row.body) as T);
}
