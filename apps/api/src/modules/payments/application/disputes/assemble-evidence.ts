import { Injectable } from '@nestjs/common';
import { Alerts, Clock, MailReads, Transaction } from '../../../../shared/ports.ts';
import { Terms } from '../../../content/index.ts';
import { KeyReveals, type Order, OrderHistory, Orders, OrderVisits, type PaidOrder } from '../../../orders/index.ts';
import { assembleEvidence, productsOf } from '../../domain/assemble-evidence.ts';
import type { Dispute, Evidence, PaymentProof, PriorEvidence } from '../../domain/dispute.ts';
import { type EarlierPayment, priorPayments, windowOfPriors } from '../../domain/prior-payments.ts';
import { PaymentProviders } from '../payment-providers.ts';
import { Disputes } from './disputes.ts';
import { inUtc } from './in-utc.ts';

/** Collects what the shop knows about a disputed order, once for each dispute, and tells the staff. Idempotent. */
@Injectable()
export class AssembleEvidence {
  constructor(
    private readonly disputes: Disputes,
    private readonly orders: Orders,
    private readonly history: OrderHistory,
    private readonly reveals: KeyReveals,
    private readonly visits: OrderVisits,
    private readonly mails: MailReads,
    private readonly terms: Terms,
    private readonly providers: PaymentProviders,
    private readonly alerts: Alerts,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  async run(disputeId: string): Promise<void> {
    const dispute = await this.disputes.ofId(disputeId);
    const order = dispute?.state === 'waiting' ? await this.orders.ofId(dispute.orderId) : null;
    if (!order) return;
    const evidence = await this.evidenceOf(order);
    await this.transaction.run(async () => {
      const known = await this.disputes.forUpdate(disputeId);
      if (known?.state !== 'waiting') return;
      await this.disputes.save({ ...known, state: 'assembled', version: 1, evidence, assembledAt: this.clock.now() });
      await this.tellStaff(known, order.number);
    });
  }

  private async evidenceOf(order: Order): Promise<Evidence> {
    const [views, visits, mails, terms, prior] = await Promise.all([
      this.reveals.ofOrder(order.id),
      this.visits.ofOrder(order.id),
      this.mails.about(order.id),
      order.termsVersion === null ? null : this.terms.ofVersion(order.termsVersion),
      this.priorOf(order.id),
    ]);
    return { texts: assembleEvidence({ order, views, visits, mails, terms, prior }), prior };
  }

  private async priorOf(orderId: string): Promise<PriorEvidence | null> {
    const order = await this.history.ofId(orderId);
    if (order === null) return null;
    const disputed = paymentOf(order);
    const earlier = await this.history.ofBuyer(orderId, windowOfPriors(order.paidAt));
    const found = priorPayments(disputed, earlier.map(paymentOf));
    return found && { disputed: proofOf(disputed), earlier: found.payments.map(proofOf), matches: found.matches };
  }

  private tellStaff({ id, provider, paymentId, dueAt }: Dispute, orderNumber: string): Promise<void> {
    const due = dueAt === null ? '' : ` by ${inUtc(dueAt)}`;
    return this.alerts.raise({
      kind: 'dispute',
      id: `${id}-evidence`,
      about: orderNumber,
      detail: `The evidence is assembled: read and submit it${due} (GET /ops/payments/disputes/${id})`,
      link: this.providers.named(provider).pageOf(paymentId),
    });
  }
}

function paymentOf(order: PaidOrder): EarlierPayment {
  return { ...order, orderNumber: order.number, description: productsOf(order) };
}

function proofOf({ orderNumber, paymentId, paidAt, description, email, userId, address, deviceId }: EarlierPayment): PaymentProof {
  return {
    orderNumber,
    paymentId: paymentId ?? '',
    paidAt: paidAt.toISOString(),
    description,
    email,
    accountId: userId,
    address,
    deviceId,
  };
}
