import { Processor } from '@nestjs/bullmq';
import type { Job } from 'bullmq';
import { LoggedWorker } from '../../../platform/queues/logged-worker.ts';
import { ProcessEvent } from '../application/process-event.ts';
import { RefundPayment } from '../application/refund-payment.ts';

@Processor('payments', { concurrency: 8 })
export class PaymentsWorker extends LoggedWorker {
  constructor(
    private readonly processEvent: ProcessEvent,
    private readonly refundPayment: RefundPayment,
  ) {
    super();
  }

  async process(job: Job<{ eventId: string } | { orderId: string }>): Promise<void> {
    if ('eventId' in job.data) await this.processEvent.run(job.data.eventId);
    else await this.refundPayment.run(job.data.orderId);
  }
}
