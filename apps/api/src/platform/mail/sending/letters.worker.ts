import { Processor } from '@nestjs/bullmq';
import type { Job } from 'bullmq';
import { LoggedWorker } from '../../queues/logged-worker.ts';
import { SendLetter } from './send-letter.ts';

@Processor('delivery', { concurrency: 8 })
export class LettersWorker extends LoggedWorker {
  constructor(private readonly sendLetter: SendLetter) {
    super();
  }

  protected override async work(job: Job<{ mailId: string }>): Promise<void> {
    await this.sendLetter.run(job.data.mailId);
  }
}
