import { endRefund } from './stripe/refunds.ts';
import { expireOverdue, settleTransfer } from './stripe/sessions.ts';
import type { Task } from './store/tasks.ts';
import { Dispatcher } from './webhooks/dispatcher.ts';
import type { World } from './world.ts';

const LONGEST_SLEEP_MS = 60_000;

/** Does what happens by itself: sessions end, transfers arrive, webhooks go out. */
export class Scheduler {
  private readonly world: World;
  private readonly dispatcher: Dispatcher;
  private timer: NodeJS.Timeout | null = null;
  private isStopped = false;

  constructor(world: World) {
    this.world = world;
    this.dispatcher = new Dispatcher(world, () => this.wake());
  }

  /** Looks again soon: something new may be due, or the clock has moved. */
  wake(): void {
    this.sleep(0);
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    if (this.timer) clearTimeout(this.timer);
    await this.dispatcher.close();
  }

  private work(): void {
    const { world } = this;
    expireOverdue(world);
    for (const task of world.tasks.due(world.clock.nowMs())) {
      world.database.transaction(() => {
        world.tasks.remove(task.id);
        this.perform(task);
      });
    }
    this.dispatcher.dispatchDue();

    // What is due and still waits for room wakes us when there is room.
    const now = world.clock.nowMs();
    const sessionEnd = world.objects.nextSessionEnd();
    const next = [sessionEnd === null ? null : sessionEnd * 1000, world.tasks.nextAtMs(), world.deliveries.nextAfterMs(now)];
    this.sleep(Math.min(LONGEST_SLEEP_MS, ...next.filter((at) => at !== null).map((at) => Math.max(0, at - now))));
  }

  private perform({ kind, subject }: Task): void {
    if (kind === 'transfer-succeeds') settleTransfer(this.world, subject, 'succeed');
    else if (kind === 'transfer-fails') settleTransfer(this.world, subject, 'fail');
    else endRefund(this.world, subject, kind === 'refund-succeeds' ? 'succeeded' : 'failed');
  }

  private sleep(forMs: number): void {
    if (this.isStopped) return;
    if (this.timer) clearTimeout(this.timer);
    this.timer = setTimeout(() => this.work(), forMs);
  }
}
