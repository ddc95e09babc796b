import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { PollingLoop } from '../../../platform/scheduler/polling-loop.ts';
import { BuyKeys } from '../application/buy-keys.ts';
import { PlanPurchases } from '../application/plan-purchases.ts';
import { Suppliers } from '../application/ports.ts';

const LOOK_EVERY_MS = 500;
/** Purchases that a worker makes at one supplier at the same time. One that is slow keeps its own lanes busy, never those of others. */
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

/**
 * Buys for paid orders half a second after they began to wait at the latest. Each worker looks; each purchase is one worker's. Planning has
 * a lane of its own, which waits for no supplier.
 */
@Injectable()
export class PurchaseLoop implements BeforeApplicationShutdown {
  private readonly lanes: readonly Lane[];

  constructor(suppliers: Suppliers, planPurchases: PlanPurchases, buyKeys: BuyKeys) {
    const buying = suppliers.all.flatMap((supplier) => Array.from({ length: LANES }, () => new Lane(() => buyKeys.run(supplier))));
    const planning = new Lane(async () => {
      const isPlanned = (await planPurchases.run()) > 0;
      // What was planned just now is bought at once.
      if (isPlanned) for (const lane of buying) lane.wake();
      return isPlanned;
    });
    // Nothing is bought where no supplier is connected.
    this.lanes = buying.length === 0 ? [] : [planning, ...buying];
  }

  start(): void {
    for (const lane of this.lanes) lane.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.lanes.map((lane) => lane.beforeApplicationShutdown()));
  }
}
