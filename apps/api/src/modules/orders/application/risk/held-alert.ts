import { currencyCode, toMajor } from '@keyturn/shop-rules';
import type { Alert } from '../../../../shared/ports.ts';
import type { Order } from '../../domain/order.ts';

/** The alert about an order that is on hold as possible fraud. `page`: the payment at the provider. */
export function heldAlert({ id, number, totalMinor, currency }: Order, reasons: readonly string[], page: string | null): Alert {
  const detail = `${toMajor(totalMinor).toFixed(2)} ${currencyCode(currency)} may be fraud: ${reasons.join(' ')}`;
  return { kind: 'order-held', id, about: number, detail, link: page };
}
