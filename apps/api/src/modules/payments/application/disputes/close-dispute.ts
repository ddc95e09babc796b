import { Injectable } from '@nestjs/common';
import { Clock, Transaction } from '../../../../shared/ports.ts';
import { Audit, type StaffAct } from '../../../ops/index.ts';
import { CloseAmountDiffers, DisputeNotFound, DisputeNotOpen } from '../../domain/dispute-errors.ts';
import { PaymentProviders } from '../payment-providers.ts';
import { Disputes } from './disputes.ts';

/** Staff accept a dispute: the money is lost. The order follows by the provider's event, as for every dispute that is lost. */
@Injectable()
export class CloseDispute {
  constructor(
    private readonly disputes: Disputes,
    private readonly providers: PaymentProviders,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /** `amountMinor`: confirms it. @throws DisputeNotFound, DisputeNotOpen, CloseAmountDiffers, DisputeRefused, PaymentUnavailable */
  async run(disputeId: string, amountMinor: number, act: StaffAct): Promise<void> {
    const read = await this.disputes.ofId(disputeId);
    if (!read) throw new DisputeNotFound();
    if (read.state === 'submitted' || read.state === 'closed') throw new DisputeNotOpen(read.state);
    if (read.amountMinor !== amountMinor) throw new CloseAmountDiffers();
    await this.providers.named(read.provider).closeDispute(read.idAtProvider);
    await this.transaction.run(async () => {
      const known = await this.disputes.forUpdate(disputeId);
      if (!known || known.closedBy !== null) return;
      const endedAt = known.endedAt ?? this.clock.now();
      await this.disputes.save({ ...known, state: 'closed', outcome: 'lost', endedAt, closedBy: act.by.name });
      await this.audit.record({
        ...act,
        action: 'payments.close-dispute',
        subject: { type: 'order', id: known.orderId },
        after: { disputeId, amountMinor, currency: known.currency },
      });
    });
  }
}
