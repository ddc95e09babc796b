import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../shared/ports.ts';
import { OrderVisits, type Shown, type Visitor } from './order-visits.ts';

/** Notes what a call has just shown of orders, as evidence for disputes. Views of keys are noted by `RevealKeys`. */
@Injectable()
export class NoteVisits {
  constructor(
    private readonly visits: OrderVisits,
    private readonly clock: Clock,
  ) {}

  run(orderIds: readonly string[], shown: Exclude<Shown, 'keys'>, by: Visitor): Promise<void> {
    return this.visits.note(orderIds, shown, by, this.clock.now());
  }
}
