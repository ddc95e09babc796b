import { quantile } from '../load.ts';
import { type Shops, visit, type Visit } from './buyers.ts';
import { cpuBetween, type CpuTimes, processKinds } from './cpu.ts';
import type { MailboxFile } from './mailbox.ts';

const LONGEST_DELIVERY_MS = 150_000;

export interface Phase {
  readonly name: string;
  readonly orders: number;
  /** Checkouts, each with its payment, a second. */
  readonly perSecond: number;
  /** Milliseconds. */
  readonly checkoutP50: number;
  readonly checkoutP95: number;
  /** Milliseconds from the provider's answer to the mail in the mailbox. */
  readonly deliveryP95: number;
  /** Orders a second from the first checkout to the last mail. */
  readonly deliveredPerSecond: number;
  readonly refused: number;
  readonly failures: readonly string[];
  /** Milliseconds of one order, from its checkout to its mail. */
  readonly cpu: CpuTimes;
}

export interface Measured {
  readonly shops: Shops;
  readonly mailbox: MailboxFile;
  readonly cpu: () => CpuTimes;
}

/** Lets buyers in, waits for the last mail, and adds up. @throws Failure where an order has no mail, or two. */
export async function measurePhase({ shops, mailbox, cpu }: Measured, wanted: Omit<Visit, 'pays'>): Promise<Phase> {
  const before = cpu();
  const begun = Date.now();
  const { orders, tookMs, refused, failures } = await visit(shops, { ...wanted, pays: true });
  const arrivals = await mailbox.arrivals(
    orders.map(({ email }) => email),
    LONGEST_DELIVERY_MS,
  );
  const used = cpuBetween(before, cpu());
  const deliveries = orders.map(({ email, paidAt }) => Math.max(0, (arrivals.get(email) ?? 0) - paidAt));
  const checkouts = orders.map(({ checkoutMs }) => checkoutMs);
  return {
    name: wanted.name,
    orders: orders.length,
    perSecond: orders.length / (tookMs / 1000),
    checkoutP50: quantile(checkouts, 0.5),
    checkoutP95: quantile(checkouts, 0.95),
    deliveryP95: quantile(deliveries, 0.95),
    deliveredPerSecond: orders.length / ((Math.max(...arrivals.values()) - begun) / 1000),
    refused,
    failures,
    cpu: Object.fromEntries(processKinds.map((kind) => [kind, used[kind] / orders.length])) as CpuTimes,
  };
}

/** CPU of the shop itself, in milliseconds an order. */
export function shopCpu({ cpu }: Phase): number {
  return cpu.api + cpu.worker + cpu.postgres;
}

export function describePhase(phase: Phase): string {
  const cpu = processKinds.map((kind) => `${kind} ${phase.cpu[kind].toFixed(1)}`).join(', ');
  return `${phase.name}: ${phase.orders} orders, ${phase.perSecond.toFixed(1)} checkouts a second (p50 ${phase.checkoutP50.toFixed(0)} ms, p95 ${phase.checkoutP95.toFixed(0)} ms, refused ${phase.refused}, failed ${phase.failures.length}), to the last mail ${phase.deliveredPerSecond.toFixed(1)} a second, paid to delivered p95 ${phase.deliveryP95.toFixed(0)} ms; CPU an order in ms: ${cpu}\n${phase.failures
    .slice(0, 3)
    .map((failure) => `  failed with ${failure}\n`)
    .join('')}`;
}
