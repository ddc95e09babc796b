import { currencyCode, toMajor } from '@keyturn/shop-rules';
import type { DeskOrder } from '../application/order-desk.ts';

const COLUMNS: readonly (readonly [name: string, value: (order: DeskOrder) => string | number | null])[] = [
  ['number', ({ number }) => number],
  ['id', ({ id }) => id],
  ['status', ({ status }) => status],
  ['email', ({ email }) => email],
  ['currency', ({ currency }) => currencyCode(currency)],
  ['total', ({ totalMinor }) => toMajor(totalMinor).toFixed(2)],
  ['refunded', ({ refundedMinor }) => toMajor(refundedMinor).toFixed(2)],
  ['country', ({ country }) => country],
  ['items', ({ lines }) => lines.map(({ quantity, name }) => `${quantity} x ${name}`).join('; ')],
  ['payment', ({ paymentIntentId }) => paymentIntentId],
  ['created', ({ createdAt }) => createdAt.toISOString()],
  ['paid', ({ paidAt }) => paidAt?.toISOString() ?? null],
  ['completed', ({ completedAt }) => completedAt?.toISOString() ?? null],
];

/** RFC 4180, with a byte order mark so that spreadsheets read it as UTF-8. */
export async function* orderCsv(batches: AsyncIterable<readonly DeskOrder[]>): AsyncIterable<string> {
  yield `\uFEFF${COLUMNS.map(([name]) => name).join(',')}\r\n`;
  for await (const orders of batches)
    yield orders.map((order) => `${COLUMNS.map(([, value]) => csvCell(value(order))).join(',')}\r\n`).join('');
}

/**
 * A cell that begins like a formula is run by spreadsheets, and names and addresses are strangers' words: an apostrophe before it
 * makes it text. Source: owasp.org/www-community/attacks/CSV_Injection
 */
export function csvCell(value: string | number | null): string {
  if (value === null) return '';
  const text = String(value);
  const harmless = typeof value === 'string' && /^[\s]*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
