import { Injectable } from '@nestjs/common';
import { Clock, QUEUES, type QueueName } from '../../shared/ports.ts';
import { ReadDatabase } from '../database/read-database.ts';
import { ReplicaReads } from '../database/replica-reads.ts';
import { JobQueues } from '../queues/job-queues.ts';
import { Metrics } from './metrics.ts';

const QUICK_MS = 5000;
/** Stock is a sum over the whole catalogue. */
const SLOW_MS = 60_000;
const STATES = ['waiting', 'active', 'delayed', 'failed'] as const;

/** Each count is a short walk along a partial index, whatever the tables hold. */
const QUICK = `select
  (select count(*)::int from outbox where relayed_at is null and due_at <= $1) as outbox_waiting,
  (select coalesce(extract(epoch from $1 - min(created_at)), 0)::float from outbox where relayed_at is null and due_at <= $1) as outbox_age,
  (select count(*)::int from letter where state in ('waiting', 'sending')) as letters_open,
  (select coalesce(extract(epoch from $1 - min(created_at)), 0)::float from letter
    where state in ('waiting', 'sending') and not is_put_off_by_mailbox) as letters_age,
  (select count(distinct about)::int from letter
    where state in ('waiting', 'sending') and is_put_off_by_mailbox and created_at <= $1 - interval '15 minutes') as letters_put_off,
  (select count(*)::int from letter where state in ('refused', 'dead') and state = 'dead') as dead_letters,
  (select count(*)::int from shop_order where waiting_until is not null) as orders_waiting,
  (select count(*)::int from shop_order where status = 'on_hold' and hold_reason is distinct from 'fraud warning') as orders_on_hold,
  (select count(*)::int from shop_order where status = 'disputed'
    and (hold_reason is null or hold_reason not in ('fraud warning', 'won, and too few keys', 'lost in part'))) as disputes,
  (select count(*)::int from shop_order where status in ('on_hold', 'disputed') and hold_reason = 'fraud warning') as fraud_warnings,
  (select count(*)::int from shop_order where status = 'disputed' and hold_reason = 'won, and too few keys') as disputes_won,
  (select count(*)::int from shop_order where status = 'disputed' and hold_reason = 'lost in part') as disputes_lost_in_part,
  (select count(*)::int from payment_event where processed_at is null and received_at < $1 - interval '5 minutes') as events_overdue,
  (select count(*)::int from shop_order o where status = 'paid' and waiting_until is null and paid_at < $1 - interval '15 minutes'
      and not exists (select from order_refund r where r.order_id = o.id and r.done_at is null and r.given_up_at is null))
    + (select count(*)::int from order_refund where done_at is null and given_up_at is null and asked_at < $1 - interval '15 minutes') as refunds_overdue,
  (select count(*)::int from order_refund where failed_at is not null and closed_at is null) as refunds_failed`;
const SLOW = `select coalesce(sum(stock), 0)::int as keys, count(*) filter (where stock = 0)::int as empty from listing`;

interface Quick {
  outbox_waiting: number;
  outbox_age: number;
  letters_open: number;
  letters_age: number;
  letters_put_off: number;
  dead_letters: number;
  orders_waiting: number;
  orders_on_hold: number;
  disputes: number;
  fraud_warnings: number;
  disputes_won: number;
  disputes_lost_in_part: number;
  events_overdue: number;
  refunds_overdue: number;
  refunds_failed: number;
}

/** How the whole shop stands, the same from every process. Asked for at most every few seconds, however many scrape. */
@Injectable()
export class ShopFigures {
  private readonly isUp: ReturnType<Metrics['gauge']>;
  private readonly set: ReadonlyMap<keyof Quick, (value: number) => void>;
  private readonly queueJobs;
  private readonly keys;
  private readonly empty;
  private readonly replicasLeftAlone;
  private quick: { at: number; done: Promise<void> } | null = null;
  private slow: { at: number; done: Promise<void> } | null = null;

  constructor(
    metrics: Metrics,
    private readonly database: ReadDatabase,
    private readonly queues: JobQueues,
    private readonly clock: Clock,
    private readonly replicas: ReplicaReads,
  ) {
    const plain = (name: string, help: string) => {
      const gauge = metrics.gauge(name, help);
      return (value: number) => gauge.set(value);
    };
    const mismatches = metrics.gauge('keyturn_payment_mismatches', 'Payments that do not fit their orders, by what is wrong', ['kind']);
    const disputed = metrics.gauge(
      'keyturn_orders_disputed',
      'Orders that are frozen: a bank decides, the staff does, or keys are missing',
      ['kind'],
    );
    this.isUp = metrics.gauge('keyturn_shop_figures_up', '1 when the figures of the whole shop could be asked for');
    this.set = new Map<keyof Quick, (value: number) => void>([
      ['outbox_waiting', plain('keyturn_outbox_waiting', 'Jobs that are due and not handed to a queue yet')],
      ['outbox_age', plain('keyturn_outbox_oldest_seconds', 'Age of the oldest of them')],
      ['letters_open', plain('keyturn_letters_open', 'Letters that have not left yet')],
      ['letters_age', plain('keyturn_letters_oldest_seconds', 'Age of the oldest of them that its own mailbox has not put off')],
      [
        'letters_put_off',
        plain('keyturn_letters_put_off', 'Orders, people and the like whose letter their own mailbox puts off for 15 minutes or more'),
      ],
      ['dead_letters', plain('keyturn_dead_letters', 'Letters that were given up and that nobody has dealt with')],
      ['orders_waiting', plain('keyturn_orders_waiting_for_keys', 'Paid orders that wait for keys')],
      ['orders_on_hold', (value) => mismatches.set({ kind: 'on_hold' }, value)],
      ['disputes', (value) => disputed.set({ kind: 'dispute' }, value)],
      ['fraud_warnings', (value) => disputed.set({ kind: 'fraud_warning' }, value)],
      ['disputes_won', (value) => disputed.set({ kind: 'won' }, value)],
      ['disputes_lost_in_part', (value) => disputed.set({ kind: 'lost_in_part' }, value)],
      ['events_overdue', (value) => mismatches.set({ kind: 'event_overdue' }, value)],
      ['refunds_overdue', (value) => mismatches.set({ kind: 'refund_overdue' }, value)],
      ['refunds_failed', (value) => mismatches.set({ kind: 'refund_failed' }, value)],
    ]);
    this.queueJobs = metrics.gauge('keyturn_queue_jobs', 'Jobs in the queues, by state', ['queue', 'state']);
    this.keys = metrics.gauge('keyturn_stock_keys', 'Keys on sale');
    this.empty = metrics.gauge('keyturn_stock_products_sold_out', 'Products on sale without a key');
    this.replicasLeftAlone = metrics.gauge('keyturn_replicas_left_alone', 'Read replicas that this process does not ask now');
  }

  /** Never throws: figures that cannot be had keep their last value, and `keyturn_shop_figures_up` says so. */
  async refresh(): Promise<void> {
    const now = performance.now();
    if (this.quick === null || now - this.quick.at > QUICK_MS) this.quick = { at: now, done: this.lookQuickly() };
    if (this.slow === null || now - this.slow.at > SLOW_MS) this.slow = { at: now, done: this.lookAtStock() };
    const looked = await Promise.allSettled([this.quick.done, this.slow.done]);
    const { all, inUse } = this.replicas.count();
    this.replicasLeftAlone.set(all - inUse);
    this.isUp.set(looked.every(({ status }) => status === 'fulfilled') ? 1 : 0);
  }

  private async lookQuickly(): Promise<void> {
    const [row] = await this.database.rows<Quick>('shop-figures', QUICK, [this.clock.now()]);
    if (row) this.set.forEach((set, name) => set(row[name]));
    const counts = await this.queues.counts();
    for (const queue of QUEUES) this.setQueue(queue, counts.get(queue) ?? {});
  }

  private setQueue(queue: QueueName, counts: Readonly<Record<string, number>>): void {
    for (const state of STATES) this.queueJobs.set({ queue, state }, counts[state] ?? 0);
  }

  private async lookAtStock(): Promise<void> {
    const [row] = await this.database.rows<{ keys: number; empty: number }>('stock-figures', SLOW);
    this.keys.set(row?.keys ?? 0);
    this.empty.set(row?.empty ?? 0);
  }
}
