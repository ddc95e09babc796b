import { Controller, Get, Headers, NotFoundException, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Config } from '../config/config.ts';
import { MetricsPage } from './metrics-page.ts';

/** The API's own port is public: in production metrics need a token. Callers without it get a 404. */
@ApiExcludeController()
@Controller('metrics')
export class MetricsController {
  constructor(
    private readonly page: MetricsPage,
    private readonly config: Config,
  ) {}

  @Get()
  async readMetrics(@Headers('authorization') authorization: string | undefined, @Res() reply: FastifyReply): Promise<void> {
    if (!this.page.admits(authorization, !this.config.isProduction)) throw new NotFoundException('There is nothing at this address.');
    void reply.header('Content-Type', this.page.contentType).send(await this.page.text());
  }
}
