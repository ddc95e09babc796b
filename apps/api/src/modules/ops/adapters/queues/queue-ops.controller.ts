import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiConflictResponse, ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { OPS_TAGS } from '../../../../platform/http/openapi/openapi-tags.ts';
import { Problem, problemExample } from '../../../../platform/http/responses/problem.dto.ts';
import { QUEUES, type QueueName } from '../../../../shared/ports.ts';
import { DeadLetters, JobAdmin } from '../../application/job-admin.ts';
import { ReplayJobs } from '../../application/replay-jobs.ts';
import { JobNotFailed, JobNotFound, MailNotDead } from '../../domain/queue-errors.ts';
import type { Operator } from '../../domain/roles.ts';
import { ChoiceParam } from '../ops-fields.ts';
import { By, OpsRoute } from '../ops-route.ts';
import { ApiOpsPage, OpsPaging, type OpsPage, pageOf, windowOf } from '../paging.ts';
import {
  CloseBody,
  DeadLetterAnswer,
  deadLetterView,
  JobQuery,
  jobView,
  DeadLetterOutcome,
  QueueJob,
  QueueOverview,
  ReplayBody,
} from './queue-ops.dto.ts';

const QueueParam = () => ApiParam({ name: 'queue', enum: QUEUES, description: 'Which queue', example: 'payments' });

/** The queues on either backend, by BullMQ's own calls. `queue-board.controller.ts` shows the same on one page. */
const DEAD_LETTER = {
  name: 'letter',
  description: 'The id of the mail, as GET /ops/queue/dead-letters lists it',
  example: '01hzx3v9k2m4n6p8q0r2s4t6w8-keys-1',
};

@ApiTags(OPS_TAGS.queue)
@OpsRoute('viewer')
@Controller('ops/queue')
export class QueueOpsController {
  constructor(
    private readonly jobs: JobAdmin,
    private readonly mails: DeadLetters,
    private readonly replay: ReplayJobs,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'getQueues',
    summary: 'Get queue counts',
    description: 'The number of jobs in each state, and of mails that could not be delivered.',
  })
  @ApiOkResponse({ type: QueueOverview })
  async getQueues(): Promise<QueueOverview> {
    const counts = await this.jobs.counts();
    return { items: [...counts].map(([queue, count]) => ({ queue, ...count })), deadLetters: (await this.mails.list()).length };
  }

  @Get('dead-letters')
  @ApiOperation({
    operationId: 'listDeadLetters',
    summary: 'List undelivered mails',
    description:
      'Newest first, with their order, address and the reason. Given up: until they are sent or closed. Refused: of the last 90 days. A mail about an order is in its timeline too, and the order has it as `mailState`.',
  })
  @ApiOpsPage(DeadLetterAnswer)
  async listDeadLetters(@Query() query: OpsPaging): Promise<OpsPage<DeadLetterAnswer>> {
    const all = await this.mails.list();
    const { offset, limit } = windowOf(query);
    const items = [];
    for (const mail of all.slice(offset, offset + limit)) items.push(deadLetterView(mail, await this.mails.recipientOf(mail)));
    return pageOf(items, all.length, query);
  }

  @Post('dead-letters/:letter/replay')
  @HttpCode(200)
  @OpsRoute('support')
  @ApiOperation({
    operationId: 'replayDeadLetter',
    summary: 'Retry an undelivered mail',
    description: 'One that was given up or refused. It is retried for a day, like a new one.',
  })
  @ApiParam(DEAD_LETTER)
  @ApiOkResponse({ type: DeadLetterOutcome })
  @ApiConflictResponse({
    type: Problem,
    description: 'On its way, sent, or unknown',
    example: problemExample(409, new MailNotDead().message),
  })
  async replayDeadLetter(@Param('letter') id: string, @Body() { reason }: ReplayBody, @By() by: Operator): Promise<DeadLetterOutcome> {
    await this.replay.sendDeadLetter(id, { by, reason });
    return { message: 'The mail is on its way.' };
  }

  @Post('dead-letters/:letter/close')
  @HttpCode(200)
  @OpsRoute('support')
  @ApiOperation({
    operationId: 'closeDeadLetter',
    summary: 'Close an undelivered mail',
    description:
      'One that was given up or refused. It is not sent, leaves the list, and raises no more alerts: a person has dealt with it, or nobody needs it. The reason is in the audit log and, for a mail about an order, in its timeline.',
  })
  @ApiParam(DEAD_LETTER)
  @ApiOkResponse({ type: DeadLetterOutcome })
  @ApiConflictResponse({
    type: Problem,
    description: 'On its way, sent, closed, or unknown',
    example: problemExample(409, new MailNotDead().message),
  })
  async closeDeadLetter(@Param('letter') id: string, @Body() { reason }: CloseBody, @By() by: Operator): Promise<DeadLetterOutcome> {
    await this.replay.closeDeadLetter(id, { by, reason });
    return { message: 'The mail is closed: it is not sent any more.' };
  }

  @Get(':queue/jobs')
  @ApiOperation({
    operationId: 'listJobs',
    summary: 'List jobs of a queue',
    description: 'In one state, newest first. Failed ones by default.',
  })
  @QueueParam()
  @ApiOpsPage(QueueJob)
  async listJobs(@Param('queue', new ChoiceParam(QUEUES)) queue: QueueName, @Query() query: JobQuery): Promise<OpsPage<QueueJob>> {
    const state = query.state ?? 'failed';
    const total = (await this.jobs.counts()).get(queue)?.[state] ?? 0;
    return pageOf((await this.jobs.list(queue, state, windowOf(query))).map(jobView), total, query);
  }

  @Post(':queue/jobs/:job/retry')
  @HttpCode(200)
  @OpsRoute('support')
  @ApiOperation({
    operationId: 'retryJob',
    summary: 'Retry a failed job',
    description: 'With all its attempts. Every job can be repeated: a step that was done before is not done again.',
  })
  @QueueParam()
  @ApiParam({ name: 'job', description: 'The id of the job', example: 'refund-01hzx3v9k2m4n6p8q0r2s4t6w8' })
  @ApiOkResponse({ type: QueueJob })
  @ApiNotFoundResponse({ type: Problem, description: 'No such job', example: problemExample(404, new JobNotFound().message) })
  @ApiConflictResponse({ type: Problem, description: 'It has not failed', example: problemExample(409, new JobNotFailed().message) })
  async retryJob(
    @Param('queue', new ChoiceParam(QUEUES)) queue: QueueName,
    @Param('job') id: string,
    @Body() { reason }: ReplayBody,
    @By() by: Operator,
  ): Promise<QueueJob> {
    const job = await this.replay.retry(queue, id, { by, reason });
    if (job === null) throw new JobNotFound();
    return jobView(job);
  }
}
