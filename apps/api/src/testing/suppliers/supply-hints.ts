import type { TestShop } from '../test-shop.ts';
import type { StormySupplier } from './stormy-supplier.ts';

/** Sends what the webhooks of suppliers have to say: in any order, some lost and some twice. Answers how many came. */
export async function sendHints(shop: TestShop, suppliers: readonly StormySupplier[], next: () => number): Promise<number> {
  let sent = 0;
  for (const supplier of suppliers) {
    const waiting = supplier.hinted.splice(0);
    const hints = waiting.flatMap((hint) => {
      const chance = next();
      return chance < 0.1 ? [] : chance < 0.4 ? [hint, hint] : [hint];
    });
    const shuffled = hints.map((hint) => ({ hint, place: next() })).toSorted((one, other) => one.place - other.place);
    for (const { hint } of shuffled) {
      const url = `/webhooks/suppliers/${supplier.name}`;
      const { statusCode } = await shop.app.inject({ method: 'POST', url, payload: { hints: [hint] } });
      if (statusCode !== 204) throw new Error(`A webhook was answered ${statusCode}.`);
    }
    sent += shuffled.length;
  }
  return sent;
}
