import type { CheckedLine } from '@keyturn/api-client';
import { type CartLine, chargedMinor, type Currency, formatMoney } from '@keyturn/shop-rules';
import { linePrice } from '../../shop/cart/cart-slice.ts';
import { cartLineOf } from '../../shop/product/product.ts';

export interface CartChanges {
  lines: CartLine[];
  /** One message for each changed line. */
  sentences: string[];
  /** A line was removed or reduced: the specification's alert is shown. */
  hasRemoved: boolean;
}

const HELD = 'your earlier order, which waits for your bank transfer, holds';
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Brings the browser's cart in line with the server's check of it. */
export function applyCheck(cart: readonly CartLine[], checked: readonly CheckedLine[], currency: Currency): CartChanges {
  const checks = new Map(checked.map((line) => [line._id, line]));
  const changes: CartChanges = { lines: [], sentences: [], hasRemoved: false };

  for (const line of cart) {
    const check = checks.get(line.item._id);
    const { name } = line.item;
    if (!check || check.status === 'removed' || check.quantity < 1) {
      changes.sentences.push(whyRemoved(name, check));
      changes.hasRemoved = true;
      continue;
    }
    const fresh = check.product ? cartLineOf(check.product, currency) : line;
    const updated = { ...fresh, quantity: check.quantity };
    changes.lines.push(updated);
    if (check.quantity < line.quantity) {
      const why = check.heldByOwnTransfer ? ` ${capital(HELD)} the others.` : '';
      const left = check.customerLimit ? `${limited(check.customerLimit)}, ${check.quantity} now` : `only ${check.quantity} left`;
      changes.sentences.push(`${name}: ${left}, you had ${line.quantity}.${why}`);
      changes.hasRemoved = true;
    }
    const before = linePrice(line, currency);
    const after = linePrice(updated, currency);
    if (chargedMinor(before) !== chargedMinor(after)) {
      const from = formatMoney(chargedMinor(before), before.currency);
      changes.sentences.push(`${name} costs ${formatMoney(chargedMinor(after), after.currency)} now, it was ${from}.`);
    }
  }
  return changes;
}

function whyRemoved(name: string, check: CheckedLine | undefined): string {
  if (check?.heldByOwnTransfer) return `${name}: ${HELD} the last key.`;
  if (check?.customerLimit) return `${name}: ${limited(check.customerLimit)}, and you have had them.`;
  return `${name} is no longer available.`;
}

function limited({ pieces, days }: { pieces: number; days: number }): string {
  return `at most ${pieces} per customer in ${days === 1 ? 'a day' : `${days} days`}`;
}
