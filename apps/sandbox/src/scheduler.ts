import { endRefund } from './stripe/refunds.ts';
import { expireOverdue, settleTransfer } from './stripe/sessions.ts';
import type { Task } from './store/tasks.ts';
import { Dispatcher } from './webhooks/dispatcher.ts';
import type { StripeState } from './stripe-state.ts';

const LONGEST_SLEEP_MS = 60_000;

/** Runs timed events: sessions expire, transfers arrive, webhooks are sent. */
export class Scheduler {
  private readonly state: StripeState;
  private readonly dispatcher: Dispatcher;
  private timer: NodeJS.Timeout | null = null;
  private isStopped = false;

  constructor(state: StripeState) {
    this.state = state;
    this.dispatcher = new Dispatcher(state, () => this.wake());
  }

  /** Checks again soon: something may be due, or the clock has moved. */
  wake(): void {
    this.sleep(0);
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    if (this.timer) clearTimeout(this.timer);
    await this.dispatcher.close();
  }

  private work(): void {
    const { state } = this;
    // One moment for all of it: what became due in between would be neither sent now nor waited for.
    const now = state.clock.nowMs();
    expireOverdue(state);
    for (const task of state.tasks.due(now)) {
      state.database.transaction(() => {
        state.tasks.remove(task.id);
        this.perform(task);
      });
    }
    this.dispatcher.dispatchDue(now);

    // Due webhooks above the limit wake the scheduler when one is done.
    const sessionEnd = state.objects.nextSessionEnd();
    const next = [sessionEnd === null ? null : sessionEnd * 1000, state.tasks.nextAtMs(), state.deliveries.nextAfterMs(now)];
    this.sleep(Math.min(LONGEST_SLEEP_MS, ...next.filter((at) => at !== null).map((at) => Math.max(0, at - now))));
  }

  private perform({ kind, subject }: Task): void {
    if (kind === 'transfer-succeeds') settleTransfer(this.state, subject, 'succeed');
    else if (kind === 'transfer-fails') settleTransfer(this.state, subject, 'fail');
    else endRefund(this.state, subject, kind === 'refund-succeeds' ? 'succeeded' : 'failed');
  }

  private sleep(forMs: number): void {
    if (this.isStopped) return;
    if (this.timer) clearTimeout(this.timer);
    this.timer = setTimeout(() => this.work(), forMs);
  }
}
