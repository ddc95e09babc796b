import type { Order } from '../../modules/orders/index.ts';
import type { Staff } from './actors/staff.ts';
import { PRODUCTS } from './goods.ts';
import { ProcessDied } from './scheduler.ts';
import type { Shop } from './shop.ts';
import type { Job } from './simulated-ports.ts';
import { passing } from './passing.ts';
import type { World } from './world.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const ATTEMPTS = 18;

/** What goes on around the buyers: the queue and its workers, the staff, the time. */
export class Surroundings {
  private uploaded = 0;

  constructor(
    private readonly world: World,
    private readonly staff: Staff,
  ) {}

  /** Keys of all products. Whoever gets no answer for a while sends the same keys again, while the first call may still work. */
  async upload(count: number): Promise<void> {
    for (const { offer } of PRODUCTS) {
      const keys = Array.from({ length: count }, () => ({
        productId: offer.productId,
        secret: { kind: 'text', key: `KEY-${(this.uploaded += 1)}` } as const,
      }));
      const send = () => this.world.inWorker((shop) => shop.addKeys.run(keys, 'staff')).catch(passing);
      if (this.world.scheduler.happens(0.3)) this.world.scheduler.begin(send);
      await send();
    }
  }

  /** A supplier brings what paid orders wait for, and has that much less. What dies on the way does not come again. */
  async bringKeys(): Promise<void> {
    const { stock, offers } = this.world;
    for (const [orderId, { pieces }] of [...stock.keys.waits])
      for (const [productId, quantity] of pieces) {
        const offered = offers.offered.get(productId) ?? 0;
        const count = Math.min(quantity - stock.keys.held(orderId, productId), offered);
        if (count <= 0) continue;
        offers.offered.set(productId, offered - count);
        const keys = Array.from({ length: count }, () => ({
          productId,
          secret: { kind: 'text', key: `KEY-${(this.uploaded += 1)}` } as const,
        }));
        await this.world.inWorker((shop) => shop.addKeys.run(keys, 'supplier', { orderId })).catch(passing);
      }
  }

  async doOneJob(): Promise<void> {
    await this.world.scheduler.pause('looks for a job');
    const due = this.world.queue.due(this.world.clock.now().getTime());
    if (due.length === 0) return;
    const job = this.world.scheduler.pick(due);
    // A worker that is too busy to say that it lives: the queue gives its job to another one, too.
    if (this.world.scheduler.happens(0.03))
      this.world.scheduler.begin(() =>
        this.world.inWorker((shop) => handle(shop, job)).catch((error: unknown) => this.world.thrown.by(job.job, error)),
      );
    await this.work(job);
  }

  /** As a worker does: what fails is tried again later, and what a dead worker had in hand again at once. */
  private async work(job: Job): Promise<void> {
    job.isActive = true;
    try {
      await this.world.inWorker((shop) => handle(shop, job));
      this.world.queue.jobs.delete(job.id);
    } catch (error) {
      this.world.thrown.by(job.job, error);
      if (!(error instanceof ProcessDied)) job.attempts += 1;
      if (job.attempts >= ATTEMPTS) this.giveUp(job, error);
      job.dueAt = this.world.clock.now().getTime() + Math.min(1000 * 2 ** job.attempts, 10 * MINUTE);
    } finally {
      job.isActive = false;
    }
  }

  private giveUp({ id, job }: Job, error: unknown): void {
    this.world.queue.jobs.delete(id);
    this.world.seen.push(`${job} ${id} was given up: ${String(error)}`);
  }

  async relay(): Promise<void> {
    await this.world.inWorker(() => this.world.outbox.relay(this.world.queue)).catch(passing);
  }

  async doRecurring(): Promise<void> {
    await this.world
      .inWorker((shop) => this.world.scheduler.pick<{ run(): Promise<unknown> }>(Object.values(shop.recurring)).run())
      .catch(passing);
  }

  /** Whoever holds a lease renews it in time, while it lives, unless it stands still. */
  async letTimePass(): Promise<void> {
    await this.world.scheduler.pause('time passes');
    // Sooner while somebody holds a lease: else nothing comes of it. Not before all go on again: else they might never.
    const mayStall = this.world.shape.hasStalls && !this.world.scheduler.isAnyStill;
    const isStall = mayStall && this.world.scheduler.happens(this.world.renewals.size > 0 ? 0.5 : 0.1);
    if (isStall) {
      this.world.clock.advance(this.world.scheduler.below(2 * MINUTE));
      for (const { process } of this.world.renewals) this.world.scheduler.standStill(this.world.scheduler.below(300), process);
      return this.staff.giveUpAll();
    }
    for (const { process, renew } of this.world.renewals) this.world.scheduler.current.run(process, renew);
    while (this.world.scheduler.isAhead('.renew')) await this.world.scheduler.pause('time passes');
    const leap = this.world.shape.hasLongWaits && this.world.scheduler.happens(0.2) ? 15 * DAY : 12 * MINUTE;
    const longest = this.world.renewals.size > 0 ? 5000 : this.world.scheduler.pick([1000, 30_000, 2 * MINUTE, leap]);
    this.world.clock.advance(this.world.scheduler.below(longest));
  }

  /** Fine weather, no more kills: in two days everything must be over. */
  async settleDown(): Promise<void> {
    for (let minutes = 0; minutes < 48 * 60; minutes += 10) {
      this.world.clock.advance(10 * MINUTE);
      for (const { outcome, id } of this.world.provider.sessions.values())
        if (outcome === 'open' && minutes > 30) this.world.provider.become(id, { outcome: 'expired' });
      await this.world.inWorker(() => this.world.outbox.relay(this.world.queue));
      for (const job of this.world.queue.due(this.world.clock.now().getTime())) await this.work(job);
      for (const name of ['reconcile', 'release-lapsed', 'fill-waiting', 'ask-again', 'send-overdue-mails', 'receive-undelivered'] as const)
        await this.world.inWorker<unknown>((shop) => shop.recurring[name].run());
      if (this.world.hasSupplier) await this.bringKeys();
      if (minutes >= 30) await this.staff.decide();
      if (minutes > 60 && this.isSettled()) return;
    }
  }

  private isSettled(): boolean {
    const isOpen = ({ status }: Order) => status === 'paid' || status === 'fulfilling' || status === 'pending';
    return (
      this.world.queue.jobs.size === 0 &&
      this.world.outbox.waiting() === 0 &&
      ![...this.world.orders.all.values()].some(isOpen) &&
      ![...this.world.events.all.values()].some(({ outcome }) => outcome === null)
    );
  }
}

function handle(shop: Shop, { job, data }: Job): Promise<unknown> {
  switch (job) {
    case 'process-event':
      return shop.processEvent.run(String(data.eventId));
    case 'refund':
      return shop.refundPayment.run(String(data.orderId));
    case 'staff-refund':
      return shop.sendRefund.run(String(data.refundId));
    case 'send-mail':
      return shop.sendMail.run(String(data.mailId));
    default:
      throw new Error(`Nobody does the job ${job}.`);
  }
}
