import type Stripe from 'stripe';
import type { Database } from './database.ts';

/** Every kind of object that the stand-in keeps, in the shape of the pinned API version. */
export interface Kinds {
  'checkout.session': Stripe.Checkout.Session;
  payment_intent: Stripe.PaymentIntent;
  charge: Stripe.Charge;
  refund: Stripe.Refund;
  dispute: Stripe.Dispute;
  event: Stripe.Event;
  review: Stripe.Review;
  file: Stripe.File;
  'radar.early_fraud_warning': Stripe.Radar.EarlyFraudWarning;
}
export type Kind = keyof Kinds;
export type AnyObject = Kinds[Kind];

interface Row {
  seq: number;
  body: string;
}

export interface Page<T> {
  readonly data: T[];
  readonly hasMore: boolean;
}

/** One condition of a list: a JSON path into the object, an operator, a value; or SQL about the row. */
export type Filter =
  | {
      readonly path: string;
      readonly is: '=' | '<' | '<=' | '>' | '>=' | 'in';
      readonly value: string | number | readonly string[];
    }
  | { readonly sql: string };

export interface PageQuery {
  readonly limit: number;
  readonly startingAfter?: string | undefined;
  readonly endingBefore?: string | undefined;
  readonly filters: readonly Filter[];
}

const directColumns = new Set(['id', 'created', 'payment_intent', 'charge']);

/** Objects as JSON documents in the order of their creation. */
export class Objects {
  private readonly database: Database;

  constructor(database: Database) {
    this.database = database;
  }

  /** `hidden` is what Stripe knows of an object without showing it in the object itself. */
  add<K extends Kind>(object: Kinds[K] & { object: K }, hidden: unknown = {}): void {
    this.database.run(
      'insert into objects (id, kind, created, body, hidden) values (?, ?, ?, ?, ?)',
      object.id,
      object.object,
      object.created,
      JSON.stringify(object),
      JSON.stringify(hidden),
    );
  }

  save(object: AnyObject): void {
    this.database.run('update objects set body = ? where id = ?', JSON.stringify(object), object.id);
  }

  find<K extends Kind>(kind: K, id: string): Kinds[K] | null {
    const row = this.database.row<Row>('select seq, body from objects where id = ? and kind = ?', id, kind);
    return row && (JSON.parse(row.body) as Kinds[K]);
  }

  hidden<T>(id: string): T | null {
    const row = this.database.row<{ hidden: string }>('select hidden from objects where id = ?', id);
    return row && (JSON.parse(row.hidden) as T);
  }

  /** Newest first. An unknown `startingAfter` or `endingBefore` gives nothing: callers check that the object exists. */
  page<K extends Kind>(kind: K, query: PageQuery): Page<Kinds[K]> {
    const conditions = ['kind = ?'];
    const values: (string | number)[] = [kind];
    for (const filter of query.filters) {
      if ('sql' in filter) {
        conditions.push(filter.sql);
        continue;
      }
      const column = directColumns.has(filter.path) ? filter.path : `json_extract(body, '$.${filter.path}')`;
      const list = typeof filter.value === 'object' ? filter.value : [filter.value];
      conditions.push(filter.is === 'in' ? `${column} in (${list.map(() => '?').join(', ')})` : `${column} ${filter.is} ?`);
      values.push(...list);
    }
    if (query.startingAfter !== undefined) {
      conditions.push('seq < (select seq from objects where id = ?)');
      values.push(query.startingAfter);
    }
    if (query.endingBefore !== undefined) {
      conditions.push('seq > (select seq from objects where id = ?)');
      values.push(query.endingBefore);
    }
    const backwards = query.endingBefore !== undefined;
    const rows = this.database.rows<Row>(
      `select seq, body from objects where ${conditions.join(' and ')} order by seq ${backwards ? 'asc' : 'desc'} limit ?`,
      ...values,
      query.limit + 1,
    );
    const data = rows.slice(0, query.limit).map((row) => JSON.parse(row.body) as Kinds[K]);
    return { data: backwards ? data.reverse() : data, hasMore: rows.length > query.limit };
  }

  /** Open sessions whose end has passed, oldest first. The index is named: SQLite would otherwise read every session there ever was. */
  overdueSessions(nowSeconds: number): string[] {
    const rows = this.database.rows<{ id: string }>(
      `select id from objects indexed by open_sessions where kind = 'checkout.session' and json_extract(body, '$.status') = 'open'
       and json_extract(body, '$.expires_at') <= ? order by json_extract(body, '$.expires_at')`,
      nowSeconds,
    );
    return rows.map((row) => row.id);
  }

  /** Seconds since the epoch, or null while no session is open. */
  nextSessionEnd(): number | null {
    const row = this.database.row<{ at: number | null }>(
      `select min(json_extract(body, '$.expires_at')) as at from objects indexed by open_sessions
       where kind = 'checkout.session' and json_extract(body, '$.status') = 'open'`,
    );
    return row?.at ?? null;
  }

  clear(): void {
    this.database.run('delete from objects');
  }
}
