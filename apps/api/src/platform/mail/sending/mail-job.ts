import type { OutboxMessage } from '../../../shared/ports.ts';

/** The job that sends a letter. It is called by its letter, so that a second one under the same id is dropped. */
export function mailJob(mailId: string): OutboxMessage {
  return { queue: 'delivery', job: 'send-mail', id: mailId, data: { mailId: mailId } };
}
