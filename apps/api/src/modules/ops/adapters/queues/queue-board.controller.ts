import { type CanActivate, Controller, type ExecutionContext, Get, Header, Injectable, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sentKey, SIGN_IN } from '../../../../platform/http/docs/docs-gate.ts';
import { DomainError } from '../../../../shared/domain-error.ts';
import { DeadLetters, JobAdmin } from '../../application/job-admin.ts';
import { OpsAuthentication } from '../ops-authentication.ts';
import { BOARD_POLICY, boardPage } from './queue-board.page.ts';

const SHOWN = 25;

/** Browsers send the key as the password of HTTP Basic authentication, as for /docs; machines in `X-Ops-Key`. Any role. */
@Injectable()
export class BoardGuard implements CanActivate {
  constructor(private readonly entrance: OpsAuthentication) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    try {
      await this.entrance.admit(sentKey(request), request);
    } catch (error) {
      if (error instanceof DomainError && error.kind === 'unauthenticated')
        void http.getResponse<FastifyReply>().header('WWW-Authenticate', SIGN_IN);
      throw error;
    }
    return true;
  }
}

/**
 * A read-only dashboard of the queues, on either backend. Retries are done in Swagger UI, with a reason and an entry in the audit log (ADR
 * 0009).
 */
@ApiExcludeController()
@UseGuards(BoardGuard)
@Controller('ops/queue/board')
export class QueueBoardController {
  constructor(
    private readonly jobs: JobAdmin,
    private readonly mails: DeadLetters,
  ) {}

  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', BOARD_POLICY)
  async show(): Promise<string> {
    const counts = await this.jobs.counts();
    const window = { offset: 0, limit: SHOWN };
    const of = async (state: 'failed' | 'delayed' | 'active') =>
      (await Promise.all([...counts.keys()].map((queue) => this.jobs.list(queue, state, window)))).flat();
    const [failed, delayed, active] = [await of('failed'), await of('delayed'), await of('active')];
    const mails = await this.mails.list();
    return boardPage({ counts, failed, delayed, active, mails: mails.slice(0, SHOWN), mailCount: mails.length });
  }
}
