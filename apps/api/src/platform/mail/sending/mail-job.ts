import type { OutboxMessage } from '../../../shared/ports.ts';

/** The job that sends a mail. Its id is the mail's, so that the queue drops a duplicate. */
export function mailJob(mailId: string): OutboxMessage {
  return { queue: 'delivery', job: 'send-mail', id: mailId, data: { mailId: mailId } };
}
