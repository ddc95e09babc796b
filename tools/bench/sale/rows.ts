import type { Row } from '../measure.ts';
import { type Phase, shopCpu } from './phases.ts';

interface Figures {
  /** One product with few keys, one with many, and many products. */
  readonly few: Phase;
  readonly many: Phase;
  readonly others: Phase;
  readonly crowd: Phase;
  readonly baseline: Phase;
  /** Mails a second of one worker, and of nodemailer by itself. */
  readonly perWorker: number;
  readonly byHand: number;
  readonly paidAtOnce: number;
  readonly keys: number;
}

const perSecond = (value: number) => `${value.toFixed(1)} a second`;
const ms = (value: number) => `${value.toFixed(0)} ms`;

/** The bars of the sale. A ratio is always measured by baseline. */
export function saleRows({ few, many, others, crowd, baseline, perWorker, byHand, paidAtOnce, keys }: Figures): Row[] {
  const failed = [few, many, others, crowd].reduce((sum, { failures }) => sum + failures.length, 0);
  return [
    atLeast(`checkouts, one product, ${keys} keys; of the same with 1000`, many.perSecond, few.perSecond, 0.9),
    atLeast('checkouts, one product; of the same of many products', many.perSecond, others.perSecond, 0.6),
    atLeast(`checkouts, one product, ${keys} keys`, many.perSecond, baseline.perSecond, 0.4),
    atMost('CPU of API, worker and PostgreSQL an order, checkout to mail', shopCpu(many), shopCpu(baseline), 3),
    { ...atMost('the same, many products', shopCpu(others), shopCpu(baseline), 3), bar: 'no bar', isHeld: true },
    atMost('checkout p95, 32 buyers', many.checkoutP95, baseline.checkoutP95, 2),
    atLeast(`${paidAtOnce} orders paid at once: mails of a worker; of handing them over`, perWorker, byHand, 0.3),
    {
      what: `${crowd.orders} buyers at once: paid to delivered, p95`,
      measured: ms(crowd.deliveryP95),
      baseline: '',
      ratio: '',
      bar: 'at most 3 s',
      isHeld: crowd.deliveryP95 <= 3000,
    },
    { what: 'checkouts that failed', measured: String(failed), baseline: '', ratio: '', bar: 'none', isHeld: failed === 0 },
  ];
}

function atLeast(what: string, measured: number, baseline: number, bar: number): Row {
  return {
    what,
    measured: perSecond(measured),
    baseline: perSecond(baseline),
    ratio: `${(measured / baseline).toFixed(2)} ×`,
    bar: `at least ${bar} ×`,
    isHeld: measured / baseline >= bar,
  };
}

function atMost(what: string, measured: number, baseline: number, bar: number): Row {
  return {
    what,
    measured: ms(measured),
    baseline: ms(baseline),
    ratio: `${(measured / baseline).toFixed(2)} ×`,
    bar: `at most ${bar} ×`,
    isHeld: measured / baseline <= bar,
  };
}
