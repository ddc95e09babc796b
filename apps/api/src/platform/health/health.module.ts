import { Controller, Get, Header, Module, ServiceUnavailableException } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ReadDatabase } from '../database/read-database.ts';

@ApiTags('health')
@Controller('health')
class HealthController {
  constructor(private readonly database: ReadDatabase) {}

  @Get('live')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'Whether the process answers' })
  @ApiOkResponse({ schema: { type: 'object', properties: { status: { type: 'string' } } } })
  isLive() {
    return { status: 'ok' };
  }

  @Get('ready')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'Whether the process can serve, with each dependency' })
  @ApiOkResponse({ schema: { type: 'object', properties: { status: { type: 'string' }, database: { type: 'string' } } } })
  async isReady() {
    try {
      await this.database.rows('health', 'select 1');
      return { status: 'ok', database: 'ok' };
    } catch {
      throw new ServiceUnavailableException('The database does not answer.');
    }
  }
}

@Module({ controllers: [HealthController] })
export class HealthModule {}
