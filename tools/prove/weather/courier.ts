import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import pLimit from 'p-limit';
import { ask, isPassing } from '../customers/ask.ts';

/** How the events of one payment reach the shop. `reversed` and `an hour late` wait until they are let go; `never`: the shop has to ask for them. */
export const DELIVERIES = ['ten times', 'in parallel', 'reversed', 'an hour late', 'never'] as const;
export type Delivery = (typeof DELIVERIES)[number];

const COPIES = 10;
const LOOK_EVERY_MS = 150;
const AT_ONCE = 20;
/** What the endpoint of a shop is subscribed to. */
const SUBSCRIBED = /^(checkout\.session\.|charge\.refunded|charge\.dispute\.(created|closed)|refund\.)/;

interface Event {
  readonly seq: number;
  readonly id: string;
  readonly type: string;
  readonly data: { readonly object: { readonly customer_email?: string | null; readonly payment_intent?: string | null } };
}

/** Brings events to the shop instead of the stand-in, which has to be set to send none by itself. */
export class Courier {
  private readonly store: DatabaseSync;
  private readonly sandbox: string;
  private readonly deliveryOf: (email: string) => Delivery;
  private readonly deliveries = new Map<string, Delivery>();
  private readonly held: Event[] = [];
  private readonly sending = new Set<Promise<void>>();
  private readonly atOnce = pLimit(AT_ONCE);
  private readonly gone = new Set<Delivery>();
  private readonly failures: string[] = [];
  private lastSeq = 0;
  private round: Promise<void> | null = null;
  private isStopped = false;
  /** How many webhooks it had the stand-in send. */
  sent = 0;
  /** Ids of the events that it never brings. */
  readonly unsent: string[] = [];

  /** `file`: SANDBOX_DATA of the stand-in. `deliveryOf`: by the customer's e-mail address. */
  constructor(file: string, sandbox: string, deliveryOf: (email: string) => Delivery) {
    this.sandbox = sandbox;
    this.deliveryOf = deliveryOf;
    this.store = new DatabaseSync(file, { readOnly: true });
  }

  start(): void {
    this.round = (async () => {
      while (!this.isStopped) {
        this.look();
        await setTimeout(LOOK_EVERY_MS);
      }
    })();
  }

  /** Sends what waits like this, `reversed` the newest first; from now on, such events are sent at once. */
  async letGo(delivery: 'reversed' | 'an hour late'): Promise<void> {
    this.look();
    this.gone.add(delivery);
    const waiting = this.held.filter(({ data }) => this.deliveryFor(data.object) === delivery);
    for (const event of delivery === 'reversed' ? waiting.toReversed() : waiting) await this.send(event);
  }

  /** How many events, webhooks and timed changes are still to come, those of the stand-in among them. */
  async onItsWay(): Promise<number> {
    this.look();
    const { open } = this.store
      .prepare(`select (select count(*) from deliveries where state = 'pending') + (select count(*) from tasks) as open`)
      .get() as { open: number };
    return open + this.sending.size;
  }

  /** @throws Error where the stand-in refused to send an event */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.round;
    await Promise.all(this.sending);
    this.store.close();
    if (this.failures.length > 0) throw new Error(this.failures.join('\n'));
  }

  /** Takes up the events since the last look. */
  private look(): void {
    const rows = this.store.prepare(`select seq, body from objects where kind = 'event' and seq > ? order by seq`).all(this.lastSeq);
    for (const { seq, body } of rows as { seq: number; body: string }[]) {
      this.lastSeq = seq;
      const event = { ...(JSON.parse(body) as Omit<Event, 'seq'>), seq };
      if (SUBSCRIBED.test(event.type)) this.takeUp(event);
    }
  }

  private takeUp(event: Event): void {
    const { customer_email: email, payment_intent: payment } = event.data.object;
    if (email && payment) this.deliveries.set(payment, this.deliveryOf(email));
    const delivery = this.deliveryFor(event.data.object);
    if (delivery === 'never') return void this.unsent.push(event.id);
    if ((delivery === 'reversed' || delivery === 'an hour late') && !this.gone.has(delivery)) return void this.held.push(event);
    const work = delivery === 'in parallel' ? this.sendAtOnce(event) : this.sendOften(event);
    const noted = work.catch((error: Error) => void this.failures.push(error.message)).finally(() => this.sending.delete(noted));
    this.sending.add(noted);
  }

  /** Sessions that ended unpaid have no payment: their events come as usual. */
  private deliveryFor({ payment_intent: payment }: Event['data']['object']): Delivery {
    return this.deliveries.get(payment ?? '') ?? 'ten times';
  }

  private async sendAtOnce(event: Event): Promise<void> {
    await Promise.all(Array.from({ length: COPIES }, () => this.send(event)));
  }

  private async sendOften(event: Event): Promise<void> {
    for (let copy = 0; copy < COPIES; copy += 1) await this.send(event);
  }

  private async send({ id }: Pick<Event, 'id'>): Promise<void> {
    const answer = await this.atOnce(() => ask(`${this.sandbox}/sandbox/events/${id}/send`, { body: {} }));
    if (isPassing(answer)) return this.send({ id });
    if (answer.status !== 200) throw new Error(`${id} could not be sent: ${answer.status} ${answer.body}`);
    this.sent += 1;
  }
}
