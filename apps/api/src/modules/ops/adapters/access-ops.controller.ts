import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { OPS_TAGS } from '../../../platform/http/openapi-tags.ts';
import { Problem, problemExample } from '../../../platform/http/problem.dto.ts';
import { ShopCalendar } from '../../../shared/shop-calendar.ts';
import { AuditReads, OpsKeys } from '../application/ports.ts';
import { RevokeOpsKey } from '../application/revoke-ops-key.ts';
import { SubjectNames } from '../application/subject-names.ts';
import { NoSuchOpsKey } from '../domain/ops-key.ts';
import type { Operator } from '../domain/roles.ts';
import { AuditLine, AuditQuery, keyView, OperatorAnswer, OpsKeyAnswer, OpsKeyList, RevokeKeyBody } from './access-ops.dto.ts';
import { By, OpsRoute } from './ops-route.ts';
import { ApiOpsPage, type OpsPage, pageOf, windowOf } from './paging.ts';

@ApiTags(OPS_TAGS.access)
@OpsRoute('viewer')
@Controller('ops')
export class AccessOpsController {
  constructor(
    private readonly keys: OpsKeys,
    private readonly audit: AuditReads,
    private readonly revokeKey: RevokeOpsKey,
    private readonly names: SubjectNames,
    private readonly calendar: ShopCalendar,
  ) {}

  @Get('access/me')
  @ApiOperation({
    operationId: 'getOperator',
    summary: 'Which key you call with, and its role',
    description: 'Try this first, after Authorize.',
  })
  @ApiOkResponse({ type: OperatorAnswer })
  getOperator(@By() by: Operator): OperatorAnswer {
    return { id: by.keyId, name: by.name, role: by.role };
  }

  @Get('access')
  @OpsRoute('owner')
  @ApiOperation({
    operationId: 'listOpsKeys',
    summary: 'Every ops key, newest first',
    description: 'New keys are made on the server only: `npm run ops:key -- --name ada --role support`.',
  })
  @ApiOkResponse({ type: OpsKeyList })
  async listOpsKeys(): Promise<OpsKeyList> {
    return { items: (await this.keys.all()).map(keyView) };
  }

  @Post('access/:id/revoke')
  @HttpCode(200)
  @OpsRoute('owner')
  @ApiOperation({ operationId: 'revokeOpsKey', summary: 'Ends a key at once, for good' })
  @ApiParam({ name: 'id', description: 'The id of the key', example: '01hzx3v9k2m4n6p8q0r2s4t6w8' })
  @ApiOkResponse({ type: OpsKeyAnswer })
  @ApiNotFoundResponse({
    type: Problem,
    description: 'No such key, or revoked before',
    example: problemExample(404, new NoSuchOpsKey().message),
  })
  async revokeOpsKey(@Param('id') id: string, @Body() { reason }: RevokeKeyBody, @By() by: Operator): Promise<OpsKeyAnswer> {
    return keyView(await this.revokeKey.run(id, by, reason));
  }

  @Get('audit')
  @ApiOperation({
    operationId: 'listAudit',
    summary: 'What the staff did and looked at, newest first',
    description: 'Every write and every look at a key. Nobody can change or remove a line, and no line holds a secret.',
  })
  @ApiOpsPage(AuditLine)
  async listAudit(@Query() query: AuditQuery): Promise<OpsPage<AuditLine>> {
    const { by, action, subjectType, subjectId, from, to } = query;
    const filter = {
      ...(by && { by }),
      ...(action && { action }),
      ...(subjectType && { subjectType }),
      ...(subjectId && { subjectIds: await this.names.idsOf(subjectId) }),
      ...(from && { from: this.calendar.start(from) }),
      ...(to && { to: this.calendar.end(to) }),
    };
    const { lines, total } = await this.audit.list(filter, windowOf(query));
    return pageOf(lines, total, query);
  }
}
