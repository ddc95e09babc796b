import { currencyCode, toMajor } from '@keyturn/shop-rules';
import type { StaffOrder } from '../application/ops/staff-orders.ts';
import { piecesInWords } from '../domain/pieces.ts';

const COLUMNS: readonly (readonly [name: string, value: (order: StaffOrder) => string | number | null])[] = [
  ['number', ({ number }) => number],
  ['id', ({ id }) => id],
  ['status', ({ status }) => status],
  ['email', ({ email }) => email],
  ['currency', ({ currency }) => currencyCode(currency)],
  ['total', ({ totalMinor }) => toMajor(totalMinor).toFixed(2)],
  ['refunded', ({ refundedMinor }) => toMajor(refundedMinor).toFixed(2)],
  ['charged_back', ({ chargedBackMinor }) => toMajor(chargedBackMinor).toFixed(2)],
  ['refunds', refundsInWords],
  ['name', ({ customer }) => customer.fullName],
  ['phone', ({ customer }) => customer.phone],
  ['company', ({ customer }) => customer.company],
  ['tax number', ({ customer }) => customer.taxNumber],
  ['zip code', ({ customer }) => customer.zipCode],
  ['country', ({ customer }) => customer.country],
  ['notes', ({ customer }) => customer.notes],
  ['items', ({ lines }) => lines.map(({ quantity, name }) => `${quantity} x ${name}`).join('; ')],
  ['payment', ({ paymentIntentId }) => paymentIntentId],
  ['created', ({ createdAt }) => createdAt.toISOString()],
  ['paid', ({ paidAt }) => paidAt?.toISOString() ?? null],
  ['completed', ({ completedAt }) => completedAt?.toISOString() ?? null],
  ['mail state', ({ mailState }) => mailState],
];

/** With a byte order mark, so that spreadsheets read it as UTF-8. */
export const ORDER_COLUMNS = `\uFEFF${COLUMNS.map(([name]) => name).join(',')}`;

export function orderCells(order: StaffOrder): (string | number | null)[] {
  return COLUMNS.map(([, value]) => value(order));
}

const WITHOUT_PIECES = {
  pieces: 'items',
  goodwill: 'goodwill, keys kept',
  external: 'made at the provider',
  chargeback: 'lost dispute',
} as const;

/** Purpose and amount of each: `1 × Half Moon (key 2 of 3): 9.99; goodwill, keys kept: 2.00`. */
function refundsInWords({ lines, made }: StaffOrder): string {
  return made
    .map(({ kind, pieces, amountMinor }) => {
      const items = piecesInWords(lines, pieces);
      const what = kind === 'pieces' && items.length > 0 ? items : [WITHOUT_PIECES[kind], ...items];
      return `${what.join(', ')}: ${toMajor(amountMinor).toFixed(2)}`;
    })
    .join('; ');
}
