import { Processor } from '@nestjs/bullmq';
import type { Job } from 'bullmq';
import { LoggedWorker } from '../../../platform/queues/logged-worker.ts';
import { SendOrderMail } from '../application/send-order-mail.ts';

@Processor('delivery', { concurrency: 8 })
export class DeliveryWorker extends LoggedWorker {
  constructor(private readonly sendOrderMail: SendOrderMail) {
    super();
  }

  async process(job: Job<{ mailId: string }>): Promise<void> {
    await this.sendOrderMail.run(job.data.mailId);
  }
}
