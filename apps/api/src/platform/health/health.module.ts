import { Controller, Get, Global, HttpStatus, Module, type OnModuleInit, Res } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import { ApiOkResponse, ApiOperation, ApiServiceUnavailableResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { ImagesModule } from '../images/images.module.ts';
import { DependencyHealth } from './dependency-health.ts';
import { Readiness } from './readiness.ts';

const part = { type: 'string', enum: ['ok', 'down'] };
const schema = {
  type: 'object',
  required: ['status', 'database', 'queue', 'images', 'mail', 'payments'],
  properties: {
    status: { type: 'string', enum: ['ok', 'degraded', 'down', 'stopping'] },
    database: part,
    queue: part,
    images: part,
    mail: part,
    payments: part,
    replicas: part,
  },
};

@ApiTags('health')
@Controller('health')
class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Get('live')
  @ApiOperation({ summary: 'Check liveness', description: 'Whether the process answers.' })
  @ApiOkResponse({ schema: { type: 'object', properties: { status: { type: 'string' } } } })
  isLive() {
    return { status: 'ok' };
  }

  @Get('ready')
  @ApiOperation({
    summary: 'Check readiness',
    description: 'Whether the process should receive requests, with the state of each dependency. Only the database is required to serve.',
  })
  @ApiOkResponse({ schema })
  @ApiServiceUnavailableResponse({
    schema,
    description: 'The database is down, or the process is stopping',
    example: { status: 'down', database: 'down', queue: 'ok', images: 'ok', mail: 'ok', payments: 'ok' },
  })
  async isReady(@Res({ passthrough: true }) reply: FastifyReply) {
    const { isReady, ...parts } = await this.readiness.look();
    if (!isReady) void reply.status(HttpStatus.SERVICE_UNAVAILABLE);
    return parts;
  }
}

@Global()
@Module({
  imports: [ImagesModule],
  controllers: [HealthController],
  providers: [Readiness, DependencyHealth],
  exports: [Readiness, DependencyHealth],
})
export class HealthModule implements OnModuleInit {
  constructor(
    private readonly adapterHost: HttpAdapterHost<FastifyAdapter>,
    private readonly readiness: Readiness,
  ) {}

  /** Clients close their connections before the server does, so that no request is lost. A worker has no server. */
  onModuleInit(): void {
    const adapter = this.adapterHost.httpAdapter as FastifyAdapter | undefined;
    const server: FastifyInstance | undefined = adapter?.getInstance();
    server?.addHook('onRequest', (_request, reply: { header(name: string, value: string): unknown }, done) => {
      if (this.readiness.isStopping()) reply.header('Connection', 'close');
      done();
    });
  }
}
