import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { Pressure } from './pressure.ts';

const POOL_BUCKETS = [0.001, 0.005, 0.025, 0.1, 0.5, 1, 5, 30];

/**
 * Metrics of this process. Labels are few and bounded: route patterns, never addresses or ids. None is called `job` or `instance`:
 * Prometheus sets these itself.
 */
@Injectable()
export class Metrics {
  readonly registry = new Registry();
  private readonly requests = new Histogram({
    name: 'keyturn_http_request_duration_seconds',
    help: 'How long requests took, by route pattern',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [this.registry],
  });
  private readonly jobs = new Histogram({
    name: 'keyturn_job_duration_seconds',
    help: 'How long tries of jobs took',
    labelNames: ['queue', 'name', 'outcome'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30],
    registers: [this.registry],
  });
  private readonly deliveries = new Histogram({
    name: 'keyturn_payment_to_mail_seconds',
    help: 'From the payment to the moment in which the mail server took the keys',
    buckets: [0.5, 1, 2, 5, 10, 30, 60, 300, 3600, 86_400],
    registers: [this.registry],
  });
  private readonly mailAttempts = new Counter({
    name: 'keyturn_letters_total',
    help: 'Mails by outcome; delayed counts those whose first try failed',
    labelNames: ['outcome'],
    registers: [this.registry],
  });
  private readonly refusals = new Counter({
    name: 'keyturn_refusals_total',
    help: 'Requests that a control of security refused, by control',
    labelNames: ['control'],
    registers: [this.registry],
  });
  private readonly poolWaits = new Histogram({
    name: 'keyturn_database_wait_seconds',
    help: 'How long statements and transactions waited for a connection',
    labelNames: ['pool'],
    buckets: POOL_BUCKETS,
    registers: [this.registry],
  });
  private readonly poolHolds = new Histogram({
    name: 'keyturn_database_hold_seconds',
    help: 'How long statements and transactions held their connection',
    labelNames: ['pool'],
    buckets: POOL_BUCKETS,
    registers: [this.registry],
  });
  /** What pools of connections tell. */
  readonly pools = {
    pressure: new Pressure(),
    waited: (pool: string, seconds: number) => this.poolWaits.observe({ pool }, seconds),
    held: (pool: string, seconds: number) => this.poolHolds.observe({ pool }, seconds),
  };
  private areDefaultsOn = false;

  answered({ method, route, status, seconds }: { method: string; route: string; status: number; seconds: number }): void {
    this.requests.observe({ method, route, status: String(status) }, seconds);
  }

  refused(control: string): void {
    this.refusals.inc({ control });
  }

  worked({ queue, job, isDone, seconds }: { queue: string; job: string; isDone: boolean; seconds: number }): void {
    this.jobs.observe({ queue, name: job, outcome: isDone ? 'done' : 'failed' }, seconds);
  }

  delivered(secondsSincePayment: number): void {
    this.deliveries.observe(secondsSincePayment);
  }

  mail(outcome: 'sent' | 'refused' | 'dead' | 'delayed' | 'dropped'): void {
    this.mailAttempts.inc({ outcome });
  }

  /** A gauge that is set at each scrape. */
  gauge<Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []): Gauge<Label> {
    return new Gauge({ name, help, labelNames: [...labelNames], registers: [this.registry] });
  }

  /** Counts what this process does. */
  counter(name: string, help: string): Counter {
    return new Counter({ name, help, registers: [this.registry] });
  }

  /** In the text format of Prometheus. */
  async text(): Promise<string> {
    if (!this.areDefaultsOn) collectDefaultMetrics({ register: this.registry });
    this.areDefaultsOn = true;
    return this.registry.metrics();
  }
}
