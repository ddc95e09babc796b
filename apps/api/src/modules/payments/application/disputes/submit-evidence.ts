import { Injectable } from '@nestjs/common';
import { Clock, Transaction } from '../../../../shared/ports.ts';
import { Audit, type StaffAct } from '../../../ops/index.ts';
import { editable } from '../../domain/dispute.ts';
import { DisputeNotFound, EvidenceNotConfirmed } from '../../domain/dispute-errors.ts';
import { PaymentProviders } from '../payment-providers.ts';
import { Disputes } from './disputes.ts';

/** Staff submit the evidence of a dispute to the bank, which cannot be taken back. */
@Injectable()
export class SubmitEvidence {
  constructor(
    private readonly disputes: Disputes,
    private readonly providers: PaymentProviders,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /**
   * `version`: as it was read. The provider is asked first, and takes each version once: after a crash in between the call can be repeated.
   * @throws DisputeNotFound, DisputeNotOpen, EvidenceChanged, EvidenceNotConfirmed, DisputeRefused, PaymentUnavailable
   */
  async run(disputeId: string, { version, isConfirmed }: { version: number; isConfirmed: boolean }, act: StaffAct): Promise<void> {
    const read = await this.disputes.ofId(disputeId);
    if (!read) throw new DisputeNotFound();
    const { provider, idAtProvider, evidence } = editable(read, version);
    if (!isConfirmed) throw new EvidenceNotConfirmed();
    await this.providers.named(provider).submitEvidence(idAtProvider, evidence, version);
    await this.transaction.run(async () => {
      const known = await this.disputes.forUpdate(disputeId);
      if (!known || known.submittedAt !== null) return;
      // The bank may have decided in the meantime.
      const state = known.state === 'closed' ? 'closed' : 'submitted';
      const submitted = { version, evidence, submittedAt: this.clock.now(), submittedBy: act.by.name };
      await this.disputes.save({ ...known, ...submitted, state });
      await this.audit.record({
        ...act,
        action: 'payments.submit-evidence',
        subject: { type: 'order', id: known.orderId },
        after: { disputeId, version },
      });
    });
  }
}
