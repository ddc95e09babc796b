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

/** With a byte order mark, so that spreadsheets read it as UTF-8. */
export const ORDER_COLUMNS = `\uFEFF${COLUMNS.map(([name]) => name).join(',')}`;

export function orderCells(order: DeskOrder): (string | number | null)[] {
  return COLUMNS.map(([, value]) => value(order));
}
