import { Injectable } from '@nestjs/common';
import type { Gauge } from 'prom-client';
import { Clock, QUEUES, type QueueName } from '../../shared/ports.ts';
import { ReadDatabase } from '../database/read-database.ts';
import { ReplicaReads } from '../database/replicas/replica-reads.ts';
import { JobQueues } from '../queues/job-queues.ts';
import { Metrics } from './metrics.ts';
import { type FigureGauge, type FigureQuery, TableFigures } from './table-figures.ts';

const QUICK_MS = 5000;
const SLOW_MS = 60_000;
const STATES = ['waiting', 'active', 'delayed', 'failed'] as const;
const STATEMENT_NAMES = { quick: 'shop-figures', slow: 'stock-figures' } as const;

/** Metrics of the whole shop, the same from every process. Queried at most every few seconds, however many scrape. */
@Injectable()
export class ShopFigures {
  private readonly isUp: Gauge;
  private readonly queueJobs;
  private readonly replicasLeftAlone;
  private readonly counted = new Map<string, Gauge<string>>();
  private quick: { at: number; done: Promise<void> } | null = null;
  private slow: { at: number; done: Promise<void> } | null = null;

  constructor(
    private readonly metrics: Metrics,
    private readonly tables: TableFigures,
    private readonly database: ReadDatabase,
    private readonly queues: JobQueues,
    private readonly clock: Clock,
    private readonly replicas: ReplicaReads,
  ) {
    this.isUp = metrics.gauge('keyturn_shop_figures_up', '1 when the figures of the whole shop could be asked for');
    this.queueJobs = metrics.gauge('keyturn_queue_jobs', 'Jobs in the queues, by state', ['queue', 'state']);
    this.replicasLeftAlone = metrics.gauge('keyturn_replicas_left_alone', 'Read replicas that this process does not ask now');
  }

  /** Never throws: metrics that cannot be read keep their last value, and `keyturn_shop_figures_up` is 0. */
  async refresh(): Promise<void> {
    const now = performance.now();
    if (this.quick === null || now - this.quick.at > QUICK_MS) this.quick = { at: now, done: this.lookQuickly() };
    if (this.slow === null || now - this.slow.at > SLOW_MS) this.slow = { at: now, done: this.count('slow') };
    const looked = await Promise.allSettled([this.quick.done, this.slow.done]);
    const { all, inUse } = this.replicas.count();
    this.replicasLeftAlone.set(all - inUse);
    this.isUp.set(looked.every(({ status }) => status === 'fulfilled') ? 1 : 0);
  }

  private async lookQuickly(): Promise<void> {
    await this.count('quick');
    const counts = await this.queues.counts();
    for (const queue of QUEUES) this.setQueue(queue, counts.get(queue) ?? {});
  }

  private setQueue(queue: QueueName, counts: Readonly<Record<string, number>>): void {
    for (const state of STATES) this.queueJobs.set({ queue, state }, counts[state] ?? 0);
  }

  private async count(pace: FigureQuery['pace']): Promise<void> {
    const asked = this.tables.of(pace);
    if (asked === null) return;
    const { text, gauges } = asked;
    const columns = Object.entries(gauges).map(([column, gauge]) => ({ column, gauge: this.gaugeOf(gauge), labels: gauge.labels ?? {} }));
    const [row] = await this.database.rows<Record<string, number>>(
      STATEMENT_NAMES[pace],
      text,
      text.includes('$1') ? [this.clock.now()] : [],
    );
    if (row) for (const { column, gauge, labels } of columns) gauge.set(labels, row[column] ?? 0);
  }

  private gaugeOf({ metric, help, labels = {} }: FigureGauge): Gauge<string> {
    const gauge = this.counted.get(metric) ?? this.metrics.gauge<string>(metric, help, Object.keys(labels));
    this.counted.set(metric, gauge);
    return gauge;
  }
}
