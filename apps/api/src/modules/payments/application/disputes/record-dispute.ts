import { Injectable } from '@nestjs/common';
import { Outbox } from '../../../../shared/ports.ts';
import type { Order } from '../../../orders/index.ts';
import { PaymentProviders } from '../payment-providers.ts';
import { Disputes } from './disputes.ts';
import type { Claim, EndedDispute } from '../../domain/dispute.ts';

/** Stores a dispute that was opened, once, with the job that assembles its evidence, and the end of one that was stored. */
@Injectable()
export class RecordDispute {
  constructor(
    private readonly disputes: Disputes,
    private readonly providers: PaymentProviders,
    private readonly outbox: Outbox,
  ) {}

  /** In the transaction that has the order locked. `reason`: the bank's code of the claim. */
  async run(
    order: Order,
    paymentId: string,
    { claim, ended = [], reason }: { readonly claim?: Claim; readonly ended?: readonly EndedDispute[]; readonly reason: string },
    at: Date,
  ): Promise<void> {
    const provider = order.paymentProvider;
    const idOf = (idAtProvider: string) => `${this.providers.named(provider).eventIdPrefix}${idAtProvider}`;
    if (claim) {
      const { id: idAtProvider, amountMinor, currency, dueAt } = claim;
      const id = idOf(idAtProvider);
      const dispute = { id, provider, idAtProvider, orderId: order.id, paymentId, reason, amountMinor, currency, dueAt, openedAt: at };
      if (await this.disputes.note(dispute)) await this.outbox.add(assembling(id));
    }
    for (const { id, outcome } of ended) {
      const known = await this.disputes.forUpdate(idOf(id));
      if (known && known.outcome !== outcome)
        await this.disputes.save({ ...known, state: 'closed', outcome, endedAt: known.endedAt ?? at });
    }
  }
}

/** The job that assembles the evidence of a dispute. */
export function assembling(disputeId: string) {
  return { queue: 'payments', job: 'assemble-evidence', id: `evidence-${disputeId}`, data: { disputeId } } as const;
}
