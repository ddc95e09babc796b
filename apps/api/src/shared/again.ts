import type { OutboxMessage } from './ports.ts';

/** Age from which work that was planned and is not done counts as overdue. */
export const OVERDUE_AFTER_MINUTES = 5;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Work planned before this moment and not done has lost its job: the queue would have retried it many times by then. */
export function overdueBefore(now: Date): Date {
  return new Date(now.getTime() - OVERDUE_AFTER_MINUTES * MINUTE_MS);
}

/** The same job with another id, one per hour, so that a long outage creates no backlog. */
export function again(message: OutboxMessage, now: Date): OutboxMessage {
  return { ...message, id: `${message.id}-again-${Math.floor(now.getTime() / HOUR_MS)}` };
}
