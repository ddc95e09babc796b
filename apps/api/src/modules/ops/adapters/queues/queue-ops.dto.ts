import { ApiProperty } from '@nestjs/swagger';
import { JOB_STATES, type JobState, QUEUES, type QueueName } from '../../../../shared/ports.ts';
import type { DeadLetter, DeadLetterRecipient, StaffQueueJob } from '../../application/job-admin.ts';
import { ChoiceField, ReasonField } from '../ops-fields.ts';
import { OpsPaging } from '../paging.ts';

const AN_INSTANT = '2026-11-21T08:01:12.000Z';
const A_JOB = 'refund-01hzx3v9k2m4n6p8q0r2s4t6w8';

export class JobQuery extends OpsPaging {
  @ChoiceField(JOB_STATES, '`failed`: given up; `delayed`: waits for its next try or its time. Left out: failed') state?: JobState;
}

export class ReplayBody {
  @ReasonField('The mail server is back') reason: string;
}

export class CloseBody {
  @ReasonField('The buyer has the keys by telephone') reason: string;
}

class QueueCounts {
  @ApiProperty({ enum: QUEUES, example: 'delivery' }) queue: QueueName;
  @ApiProperty({ type: 'integer', example: 0 }) waiting: number;
  @ApiProperty({ type: 'integer', example: 1 }) active: number;
  @ApiProperty({ type: 'integer', example: 3, description: 'Waiting for a retry or their time' }) delayed: number;
  @ApiProperty({ type: 'integer', example: 0, description: 'Given up; stored for a week' }) failed: number;
}

export class QueueOverview {
  @ApiProperty({ type: [QueueCounts] }) items: QueueCounts[];
  @ApiProperty({ type: 'integer', example: 0, description: 'Number of undelivered mails' })
  deadLetters: number;
}

export class QueueJob {
  @ApiProperty({ enum: QUEUES, example: 'payments' }) queue: QueueName;
  @ApiProperty({ example: A_JOB }) id: string;
  @ApiProperty({ example: 'refund' }) name: string;
  @ApiProperty({ enum: [...JOB_STATES, 'gone'], example: 'failed', description: '`gone`: completed in the meantime' })
  state: StaffQueueJob['state'];
  @ApiProperty({ type: Object, description: 'Ids only', example: { orderId: '01hzx3v9k2m4n6p8q0r2s4t6w8' } }) data: StaffQueueJob['data'];
  @ApiProperty({ type: 'integer', example: 18 }) attempts: number;
  @ApiProperty({ type: 'integer', example: 18 }) mostAttempts: number;
  @ApiProperty({ type: String, nullable: true, example: 'The payment provider does not send the money back: balance_insufficient.' })
  reason: string | null;
  @ApiProperty({ type: String, format: 'date-time', example: AN_INSTANT }) addedAt: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: AN_INSTANT }) lastTryAt: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: null, description: 'Of a delayed job' }) dueAt: string | null;
}

export class DeadLetterAnswer {
  @ApiProperty({ example: '01hzx3v9k2m4n6p8q0r2s4t6w8-keys-1' }) id: string;
  @ApiProperty({ example: 'keys' }) kind: string;
  @ApiProperty({ example: '01hzx3v9k2m4n6p8q0r2s4t6w8', description: 'The id of its order, user or message' })
  about: string;
  @ApiProperty({ type: String, nullable: true, example: 'K482913377', description: 'Number of its order; null for other mails' })
  orderNumber: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'ada@example.com', description: 'Its current recipient' })
  address: string | null;
  @ApiProperty({ enum: ['refused', 'dead'], example: 'dead', description: '`refused`: no such address; `dead`: given up after a day' })
  state: 'refused' | 'dead';
  @ApiProperty({ type: String, nullable: true, example: 'The mail server is away.' }) reason: string | null;
  @ApiProperty({ type: String, format: 'date-time', example: AN_INSTANT }) closedAt: string;
}

export class DeadLetterOutcome {
  @ApiProperty({ example: 'The mail is on its way.' }) message: string;
}

export function jobView(job: StaffQueueJob): QueueJob {
  return {
    ...job,
    addedAt: job.addedAt.toISOString(),
    lastTryAt: job.lastTryAt?.toISOString() ?? null,
    dueAt: job.dueAt?.toISOString() ?? null,
  };
}

export function deadLetterView(
  { id, kind, about, state, reason, closedAt }: DeadLetter,
  { orderNumber, address }: DeadLetterRecipient,
): DeadLetterAnswer {
  return { id, kind, about, orderNumber, address, state, reason, closedAt: closedAt.toISOString() };
}
