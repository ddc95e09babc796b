import { Injectable } from '@nestjs/common';
import { Transaction } from '../../../../shared/ports.ts';
import { Audit, type StaffAct } from '../../../ops/index.ts';
import { editable } from '../../domain/dispute.ts';
import { DisputeNotFound } from '../../domain/dispute-errors.ts';
import type { EvidenceTexts } from '../../domain/evidence-texts.ts';
import { Disputes } from './disputes.ts';

/** Staff change texts of evidence that was not submitted. */
@Injectable()
export class EditEvidence {
  constructor(
    private readonly disputes: Disputes,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
  ) {}

  /** `version`: as it was read. Texts that are left out stay. @throws DisputeNotFound, DisputeNotOpen, EvidenceChanged */
  run(disputeId: string, { version, texts }: { version: number; texts: Partial<EvidenceTexts> }, act: StaffAct): Promise<void> {
    return this.transaction.run(async () => {
      const known = await this.disputes.forUpdate(disputeId);
      if (!known) throw new DisputeNotFound();
      const { evidence, ...dispute } = editable(known, version);
      const changed = { ...evidence, texts: { ...evidence.texts, ...texts } };
      await this.disputes.save({ ...dispute, state: 'edited', version: version + 1, evidence: changed });
      await this.audit.record({
        ...act,
        action: 'payments.edit-evidence',
        subject: { type: 'order', id: known.orderId },
        // The texts hold personal data.
        after: { disputeId, version: version + 1, texts: Object.keys(texts).join(', ') },
      });
    });
  }
}
