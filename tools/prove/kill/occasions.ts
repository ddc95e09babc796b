import { randomUUID } from 'node:crypto';
import { eventually, mailServer } from '../buyer.ts';
import { ask } from '../customers/ask.ts';
import { checkoutBody } from '../customers/customer.ts';
import type { StockedShop } from '../customers/stocked-shop.ts';

const MINUTE = 60_000;

/** Makes a step come by until the function that it answers is called. */
type Occasion = (stocked: StockedShop) => Promise<() => Promise<void>>;

const lasting = async () => undefined;

/** Steps that customers alone do not bring about. */
const OCCASIONS: Readonly<Record<string, Occasion>> = {
  'mail put off': async ({ shop }) => {
    const { mailbox } = shop.settings.origins;
    await mailServer({ mailbox }, { mode: 'defer' });
    // The stand-in may be dead just now.
    const isBack = () =>
      mailServer({ mailbox }, { mode: 'ok' }).then(
        () => true,
        () => false,
      );
    return async () => void (await eventually(isBack, Boolean, MINUTE));
  },
  'repeated checkout moved to its browser': async (stocked) => {
    let isOver = false;
    const asking = repeatCheckouts(stocked, () => isOver);
    return () => {
      isOver = true;
      return asking;
    };
  },
};

export const occasionOf = (moment: string): Occasion =>
  OCCASIONS[moment.replace(/^(?:before|after) /, '')] ?? (() => Promise.resolve(lasting));

/** Of two answers the first one is taken for lost: the second request has its key and no cookie. */
async function repeatCheckouts({ places: { apis }, supply }: StockedShop, isOver: () => boolean): Promise<void> {
  const wishes = [...supply.keys()].slice(0, 1).map((kinguinId) => ({ kinguinId, quantity: 1 }));
  for (let count = 0; !isOver(); count += 1) {
    const body = checkoutBody(`repeats-${count}@example.com`, wishes);
    const asked = { body, headers: { 'idempotency-key': randomUUID() } };
    for (const api of apis) await ask(`${api}/products/payment_checkout`, asked);
  }
}
