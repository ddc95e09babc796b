import { Processor } from '@nestjs/bullmq';
import { LoggedWorker, TAKE_OVER } from '../../queues/logged-worker.ts';
import { SendMail } from './send-mail.ts';

@Processor('delivery', { concurrency: 8, ...TAKE_OVER })
export class MailsWorker extends LoggedWorker {
  constructor(private readonly sendMail: SendMail) {
    super();
  }

  protected override async work({ mailId }: { mailId: string }): Promise<void> {
    await this.sendMail.run(mailId);
  }
}
