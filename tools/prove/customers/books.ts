import { DatabaseSync } from 'node:sqlite';
import type pg from 'pg';

/** A piece of a product that an order has. */
interface Line {
  readonly kinguinId: number;
  readonly quantity: number;
}

export interface OrderRow {
  readonly id: string;
  readonly session: string | null;
  readonly email: string;
  readonly status: string;
  /** Minor units. */
  readonly totalMinor: number;
  readonly refundedMinor: number;
  /** What its refunds say that went back and did not come back. */
  readonly sentBackMinor: number;
  /** Whether it is a backorder: paid, and waiting for keys. */
  readonly isWaiting: boolean;
  readonly lines: readonly Line[];
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** When it ended unpaid, if it did. */
  readonly endedAt: number | null;
  readonly paidAt: number | null;
  /** When its first refund was asked for, by whomever. */
  readonly refundAskedAt: number | null;
  /** Whether it was paid after its session had ended: its keys may be gone by then. */
  readonly isPaidLate: boolean;
  /** Whether it has had all its keys: its delivery began. */
  readonly hadKeys: boolean;
  /** Whether its refund was asked for while it was still to wait for keys. */
  readonly isWaitCutShort: boolean;
}

/** A session that was paid, by the provider's own books. Amounts in minor units. */
export interface Payment {
  readonly session: string;
  readonly amountMinor: number;
  /** What went back and did not come back. */
  readonly refundedMinor: number;
  /** What the bank took back by disputes that were lost. */
  readonly lostMinor: number;
  readonly intent: string;
}

export interface KeyMail {
  readonly to: string;
  readonly messageId: string;
  readonly keys: readonly string[];
}

/** A mail that says how much went back. */
interface RefundMail {
  readonly to: string;
  readonly messageId: string;
  /** Minor units. */
  readonly amountMinor: number;
}

/** How things stand with the shop, the provider and the mailbox. */
export interface Books {
  readonly orders: readonly OrderRow[];
  readonly payments: readonly Payment[];
  /** Mails with keys, each as often as it came. */
  readonly mails: readonly KeyMail[];
  /** Each as often as it came. */
  readonly refundMails: readonly RefundMail[];
}

const ORDERS = `
  select o.id, o.session_id as session, o.email, o.status, o.total_minor as "totalMinor", o.refunded_minor as "refundedMinor",
    (select coalesce(sum(r.amount_minor), 0)::int from order_refund r
      where r.order_id = o.id and r.done_at is not null and r.failed_at is null and r.kind <> 'chargeback') as "sentBackMinor",
    o.waiting_until is not null as "isWaiting", extract(epoch from o.created_at) * 1000 as "createdAt",
    (select extract(epoch from min(e.at)) * 1000 from order_event e
      where e.order_id = o.id and e.kind in ('expired', 'cancelled', 'payment_failed')) as "endedAt",
    extract(epoch from o.paid_at) * 1000 as "paidAt",
    (select extract(epoch from min(r.asked_at)) * 1000 from order_refund r where r.order_id = o.id) as "refundAskedAt",
    coalesce(o.paid_at > o.expires_at, false)
      or exists (select from order_event e where e.order_id = o.id and e.kind in ('expired', 'payment_failed')) as "isPaidLate",
    exists (select from order_event e where e.order_id = o.id and e.kind = 'fulfilling') as "hadKeys",
    exists (select from order_event e join order_refund r on r.order_id = e.order_id
      where e.order_id = o.id and e.kind = 'waiting_for_keys' and (e.data ->> 'until')::timestamptz > r.asked_at) as "isWaitCutShort",
    (select jsonb_agg(jsonb_build_object('kinguinId', p.kinguin_id, 'quantity', (line ->> 'quantity')::int))
      from jsonb_array_elements(o.lines) line join product p on p.id = line ->> 'productId') as lines
  from shop_order o`;

/** Reads all three. `sandboxFile`: SANDBOX_DATA of the stand-in. Only orders of these customers are read. */
export async function readBooks(database: pg.Pool, sandboxFile: string, emails: ReadonlySet<string>): Promise<Books> {
  const { rows } = await database.query<OrderRow>(ORDERS);
  const store = new DatabaseSync(sandboxFile, { readOnly: true });
  try {
    return {
      orders: rows
        .filter(({ email }) => emails.has(email))
        .map((row) => ({
          ...row,
          createdAt: Number(row.createdAt),
          endedAt: momentOf(row.endedAt),
          paidAt: momentOf(row.paidAt),
          refundAskedAt: momentOf(row.refundAskedAt),
        })),
      payments: paymentsIn(store, emails),
      mails: keyMailsIn(store).filter(({ to }) => emails.has(to)),
      refundMails: refundMailsIn(store).filter(({ to }) => emails.has(to)),
    };
  } finally {
    store.close();
  }
}

/** The driver answers numerics as text. */
const momentOf = (value: number | null) => (value === null ? null : Number(value));

const objects = <T>(store: DatabaseSync, kind: string) =>
  (store.prepare('select body from objects where kind = ?').all(kind) as { body: string }[]).map(({ body }) => JSON.parse(body) as T);

function paymentsIn(store: DatabaseSync, emails: ReadonlySet<string>): Payment[] {
  const refunded = new Map<string, number>();
  for (const { payment_intent: intent, amount, status } of objects<{ payment_intent: string; amount: number; status: string }>(
    store,
    'refund',
  ))
    if (status !== 'failed' && status !== 'canceled') refunded.set(intent, (refunded.get(intent) ?? 0) + amount);
  const lost = new Map<string, number>();
  for (const { payment_intent: intent, amount, status } of objects<{ payment_intent: string; amount: number; status: string }>(
    store,
    'dispute',
  ))
    if (status === 'lost') lost.set(intent, (lost.get(intent) ?? 0) + amount);
  type Session = { id: string; payment_status: string; amount_total: number; payment_intent: string; customer_email: string | null };
  return objects<Session>(store, 'checkout.session')
    .filter(({ payment_status: status, customer_email: email }) => status === 'paid' && emails.has(email ?? ''))
    .map(({ id, amount_total: amountMinor, payment_intent: intent }) => ({
      session: id,
      amountMinor,
      refundedMinor: refunded.get(intent) ?? 0,
      lostMinor: lost.get(intent) ?? 0,
      intent,
    }));
}

function keyMailsIn(store: DatabaseSync): KeyMail[] {
  return mailsIn(store).flatMap(({ text, ...mail }) => {
    const keys = keysIn(text);
    return keys.length === 0 ? [] : [{ ...mail, keys }];
  });
}

function refundMailsIn(store: DatabaseSync): RefundMail[] {
  return mailsIn(store).flatMap(({ text, ...mail }) => {
    // The mail about a refund by the shop itself has no line for it.
    const amount = /^(?:This refund:|We have refunded the full amount of) \D*([\d,]+)\.(\d\d)/m.exec(text);
    return amount === null ? [] : [{ ...mail, amountMinor: Number(`${amount[1]?.replaceAll(',', '')}${amount[2]}`) }];
  });
}

/** One for each recipient. */
function mailsIn(store: DatabaseSync): { to: string; messageId: string; text: string }[] {
  const rows = store.prepare('select recipients, parsed from mails order by id').all() as { recipients: string; parsed: string }[];
  return rows.flatMap(({ recipients, parsed }) => {
    const { text, messageId } = JSON.parse(parsed) as { text: string; messageId: string | null };
    return (JSON.parse(recipients) as string[]).map((to) => ({ to, messageId: messageId ?? '', text }));
  });
}

/** Keys stand in lines of their own, two spaces from the margin. */
const keysIn = (text: string) =>
  text
    .split('\n')
    .filter((line) => /^ {2}\S/.test(line))
    .map((line) => line.trim());
