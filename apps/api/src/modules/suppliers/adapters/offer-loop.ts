import { Injectable } from '@nestjs/common';
import { PollingLoop } from '../../../platform/scheduler/polling-loop.ts';
import { Suppliers } from '../application/ports.ts';
import { ShowOffers } from '../application/show-offers.ts';

/** Lists are at most a second behind; a round without changes takes milliseconds. */
const EVERY_MS = 500;
/** Where no supplier is connected, what was offered before is off sale after the first round. */
const IDLE_MS = 3_600_000;

/** Updates what lists show of offers, in one worker at a time. */
@Injectable()
export class OfferLoop extends PollingLoop {
  private hasBegun = false;

  constructor(
    private readonly showOffers: ShowOffers,
    private readonly suppliers: Suppliers,
  ) {
    const failure = 'What lists show of suppliers could not be brought up to date; trying again.';
    super({ context: 'suppliers', failure, retryAfterMs: EVERY_MS });
  }

  protected override async round(): Promise<number> {
    if (!this.hasBegun) await this.showOffers.begin();
    this.hasBegun = true;
    await this.showOffers.run();
    return this.suppliers.all.length === 0 ? IDLE_MS : EVERY_MS;
  }
}
