import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import pLimit from 'p-limit';
import { ask, isPassing } from '../customers/ask.ts';

/** How the events of one customer reach the shop. `reversed` and `an hour late` wait until they are let go; `never`: the shop has to ask for them. */
export const DELIVERIES = ['ten times', 'in parallel', 'reversed', 'an hour late', 'never'] as const;
export type Delivery = (typeof DELIVERIES)[number];

const COPIES = 10;
const LOOK_EVERY_MS = 150;
const AT_ONCE = 20;
/** Those that wait. */
type Held = Extract<Delivery, 'reversed' | 'an hour late'>;

interface Event {
  readonly seq: number;
  readonly id: string;
  readonly type: string;
  readonly data: {
    readonly object: {
      readonly id: string;
      readonly object: string;
      readonly customer_email?: string | null;
      readonly payment_intent?: string | null;
    };
  };
}

/** Brings events to the shop instead of the stand-in, which has to be set to send none by itself. */
export class Courier {
  private readonly store: DatabaseSync;
  private readonly sandbox: string;
  private readonly deliveryOf: (email: string) => Delivery;
  private readonly subscribed: ReadonlySet<string>;
  private held: { readonly event: Event; readonly delivery: Delivery }[] = [];
  private readonly sending = new Set<Promise<void>>();
  private readonly atOnce = pLimit(AT_ONCE);
  private readonly failures: string[] = [];
  private lastSeq = 0;
  private round: Promise<void> | null = null;
  private isStopped = false;
  /** How many webhooks it had the stand-in send. */
  sent = 0;
  /** Ids of the events that it never brings. */
  readonly unsent: string[] = [];
  /** By type of event: how such events were brought, or not. */
  readonly met = new Map<string, Set<Delivery>>();

  /** `file`: SANDBOX_DATA of the stand-in. `subscribed`: the types of events that the shop is to get. `deliveryOf`: by the customer's e-mail address. */
  constructor(
    { file, sandbox, subscribed }: { file: string; sandbox: string; subscribed: readonly string[] },
    deliveryOf: (email: string) => Delivery,
  ) {
    this.sandbox = sandbox;
    this.subscribed = new Set(subscribed);
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

  /** Sends what waits like this by now, `reversed` the newest first. */
  async letGo(delivery: Held): Promise<void> {
    this.look();
    const waiting = this.held.filter((one) => one.delivery === delivery).map(({ event }) => event);
    this.held = this.held.filter((one) => one.delivery !== delivery);
    for (const event of delivery === 'reversed' ? waiting.toReversed() : waiting) await this.send(event);
  }

  /** How many transfers and refunds are still to come to their end at the stand-in by themselves. */
  async underWay(): Promise<number> {
    return this.count('select count(*) as n from tasks');
  }

  /** How many events, webhooks and timed changes are still to come, those of the stand-in among them. */
  async onItsWay(): Promise<number> {
    this.look();
    const waiting = this.count(`select count(*) as n from deliveries where state = 'pending'`);
    return waiting + (await this.underWay()) + this.sending.size + this.held.length;
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
      if (this.subscribed.has(event.type)) this.takeUp(event);
    }
  }

  private takeUp(event: Event): void {
    const delivery = this.deliveryFor(event.data.object);
    this.met.set(event.type, (this.met.get(event.type) ?? new Set()).add(delivery));
    if (delivery === 'never') return void this.unsent.push(event.id);
    if (delivery === 'reversed' || delivery === 'an hour late') return void this.held.push({ event, delivery });
    const work = delivery === 'in parallel' ? this.sendAtOnce(event) : this.sendOften(event);
    const noted = work.catch((error: Error) => void this.failures.push(error.message)).finally(() => this.sending.delete(noted));
    this.sending.add(noted);
  }

  /** Only sessions name their customer. */
  private deliveryFor({ id, object, customer_email: email, payment_intent: payment }: Event['data']['object']): Delivery {
    if (email) return this.deliveryOf(email);
    const intent = object === 'payment_intent' ? id : (payment ?? '');
    const session = this.store.prepare(`select body from objects where kind = 'checkout.session' and payment_intent = ?`).get(intent);
    if (!session) throw new Error(`No session of ${object} ${id}`);
    return this.deliveryOf((JSON.parse(String(session.body)) as { customer_email: string }).customer_email);
  }

  private count(query: string): number {
    return Number(this.store.prepare(query).get()?.n);
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
