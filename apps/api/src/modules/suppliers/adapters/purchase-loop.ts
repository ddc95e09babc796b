import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { PollingLoop } from '../../../platform/scheduler/polling-loop.ts';
import { BuyKeys } from '../application/buy-keys.ts';
import { PlanPurchases } from '../application/plan-purchases.ts';
import { Suppliers } from '../application/ports.ts';

const LOOK_EVERY_MS = 500;
/** Purchases that a worker makes at the same time: one supplier that is slow must not hold up the others. */
const LANES = 4;

/** Does its work again and again: at once where there was some, else after a while. */
class Lane extends PollingLoop {
  constructor(private readonly work: () => Promise<boolean>) {
    const failure = 'Keys could not be bought from suppliers now; trying again.';
    super({ context: 'suppliers', failure, retryAfterMs: LOOK_EVERY_MS });
  }

  protected override async round(): Promise<number> {
    return (await this.work()) ? 0 : LOOK_EVERY_MS;
  }
}

/** Buys for paid orders half a second after they began to wait at the latest. Each worker looks; each purchase is one worker's. */
@Injectable()
export class PurchaseLoop implements BeforeApplicationShutdown {
  private readonly lanes: readonly Lane[];

  constructor(suppliers: Suppliers, planPurchases: PlanPurchases, buyKeys: BuyKeys) {
    const buy = () => buyKeys.run();
    // What was planned just now is bought at once.
    const plan = async () => (await planPurchases.run()) > 0 && buy();
    // Nothing is bought where no supplier is connected.
    this.lanes = suppliers.all.length === 0 ? [] : [new Lane(plan), ...Array.from({ length: LANES - 1 }, () => new Lane(buy))];
  }

  start(): void {
    for (const lane of this.lanes) lane.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.lanes.map((lane) => lane.beforeApplicationShutdown()));
  }
}
