import { describe, expect, test } from '@jest/globals';
import type { OrderStatus } from '../../modules/orders/domain/order-status.ts';
import { report, SEED, sized } from '../campaigns/campaign.ts';
import { PLANTED } from './planted/planted-races.ts';
import { isFound, type Outcome, planOf, runWorld, shrink, told } from './run-worlds.ts';
import type { WorldPlan } from './world.ts';

const ORDERS = sized({ full: 1_000_000, sample: 2500 });
/** Of one world: a larger one is neither shrunk nor read by anybody. */
const MOST_ORDERS = 200;
const MOST_WORLDS_FOR_A_RACE = 10_000;
const HOURS = 3_600_000;

describe('the use cases from the checkout to the mail, interleaved at every call of a port', () => {
  test(
    `${ORDERS} orders in worlds with bad weather and killed processes: each key is sold once, each payment is delivered or refunded`,
    async () => {
      const given = process.env.WORLD;
      if (given !== undefined) {
        const outcome = await runWorld(JSON.parse(given) as WorldPlan);
        expect(outcome.faults.length === 0 ? '' : told(outcome)).toBe('');
        return;
      }
      const sum = { worlds: 0, orders: 0, largest: 0, steps: 0, kills: 0, delivered: 0, refunded: 0, refundedInPart: 0, returned: 0 };
      for (let index = 0; sum.orders < ORDERS; index += 1) {
        const outcome = await runWorld(planOf(SEED, index));
        if (outcome.faults.length > 0) throw new Error(`${told(outcome)}\n\nShrunk:\n${told(await shrink(outcome))}`);
        add(sum, outcome);
      }
      report(
        `${sum.orders} orders in ${sum.worlds} worlds of at most ${sum.largest}, ${sum.steps} steps, ${sum.kills} processes killed: ${sum.delivered} delivered, ${sum.refunded} refunded, ${sum.refundedInPart} in part, ${sum.returned} refunds returned by the bank, no fault`,
      );
      expect(sum.largest).toBeLessThanOrEqual(MOST_ORDERS);
      expect(Math.min(sum.delivered, sum.refunded, sum.refundedInPart, sum.kills)).toBeGreaterThan(ORDERS / 100);
      expect(sum.returned).toBeGreaterThan(ORDERS / 1000);
    },
    8 * HOURS,
  );
});

describe('a mistake that is planted', () => {
  const found: string[] = [];

  test.each(Object.entries(PLANTED))(
    '%s: it is found',
    async (name, plant) => {
      let thrown = '';
      for (let index = 0; index < MOST_WORLDS_FOR_A_RACE; index += 1) {
        const outcome = await runWorld(planOf(SEED, index), plant);
        if (outcome.error !== undefined) thrown = told(outcome);
        if (!isFound(outcome)) continue;
        found.push(`${name} (world ${index + 1})`);
        if (found.length === Object.keys(PLANTED).length) report(`planted and found: ${found.join(', ')}`);
        return;
      }
      throw new Error(`It was not found in ${MOST_WORLDS_FOR_A_RACE} worlds.\n${thrown}`);
    },
    HOURS,
  );
});

type Sum = Record<'worlds' | 'orders' | 'largest' | 'steps' | 'kills' | 'delivered' | 'refunded' | 'refundedInPart' | 'returned', number>;

function add(sum: Sum, { world }: Outcome): void {
  const orders = [...world.orders.all.values()];
  const count = (wanted: OrderStatus) => orders.filter(({ status }) => status === wanted).length;
  sum.worlds += 1;
  sum.orders += orders.length;
  sum.largest = Math.max(sum.largest, orders.length);
  sum.steps += world.scheduler.steps;
  sum.kills += world.kills;
  sum.delivered += count('completed');
  sum.refunded += count('refunded');
  sum.refundedInPart += count('partially_refunded');
  sum.returned += [...world.refunds.all.values()].filter(({ state }) => state === 'failed').length;
}
