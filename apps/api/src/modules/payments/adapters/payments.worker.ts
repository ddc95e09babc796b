import { Processor } from '@nestjs/bullmq';
import { LoggedWorker, TAKE_OVER } from '../../../platform/queues/logged-worker.ts';
import { AssembleEvidence } from '../application/disputes/assemble-evidence.ts';
import { ProcessEvent } from '../application/events/process-event.ts';
import { RefundPayment } from '../application/refunds/refund-payment.ts';
import { SendRefund } from '../application/refunds/send-refund.ts';
import { SqlCheckoutTraces } from './sql-checkout-traces.ts';

@Processor('payments', { concurrency: 8, ...TAKE_OVER })
export class PaymentsWorker extends LoggedWorker {
  constructor(
    private readonly processEvent: ProcessEvent,
    private readonly refundPayment: RefundPayment,
    private readonly sendRefund: SendRefund,
    private readonly assembleEvidence: AssembleEvidence,
    private readonly traces: SqlCheckoutTraces,
  ) {
    super();
  }

  protected override async work(
    data: { eventId: string } | { orderId: string } | { refundId: string } | { disputeId: string },
  ): Promise<void> {
    if ('eventId' in data) await this.processEvent.run(data.eventId);
    else if ('refundId' in data) await this.sendRefund.run(data.refundId);
    else if ('disputeId' in data) await this.assembleEvidence.run(data.disputeId);
    else await this.refundPayment.run(data.orderId);
  }

  protected override async traceOf({ eventId }: { eventId?: string }): Promise<string | undefined> {
    return eventId === undefined ? undefined : this.traces.ofEvent(eventId);
  }
}
