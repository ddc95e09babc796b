import { Injectable } from '@nestjs/common';
import { PollingLoop } from '../../../platform/scheduler/polling-loop.ts';
import { BuyKeys } from '../application/buy-keys.ts';
import { PlanPurchases } from '../application/plan-purchases.ts';
import { Suppliers } from '../application/ports.ts';

const LOOK_EVERY_MS = 500;
/** Nothing is bought where no supplier is connected. */
const IDLE_MS = 3_600_000;

/** Buys for backorders half a second after they began to wait. Each worker looks; each purchase is one worker's. */
@Injectable()
export class PurchaseLoop extends PollingLoop {
  constructor(
    private readonly suppliers: Suppliers,
    private readonly planPurchases: PlanPurchases,
    private readonly buyKeys: BuyKeys,
  ) {
    const failure = 'Keys could not be bought from suppliers now; trying again.';
    super({ context: 'suppliers', failure, retryAfterMs: LOOK_EVERY_MS });
  }

  protected override async round(): Promise<number> {
    if (this.suppliers.all.length === 0) return IDLE_MS;
    await this.planPurchases.run();
    return (await this.buyKeys.run()) ? 0 : LOOK_EVERY_MS;
  }
}
