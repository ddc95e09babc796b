import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { OPS_TAGS } from '../../../../platform/http/openapi/openapi-tags.ts';
import { ShopCalendar } from '../../../../shared/shop-calendar.ts';
import { AuditReads } from '../../application/ports.ts';
import { Refusals } from '../../application/refusals.ts';
import { SubjectNames } from '../../application/subject-names.ts';
import type { Operator } from '../../domain/roles.ts';
import { AuditLineAnswer, AuditQuery, OperatorAnswer, RefusalAnswer, RefusalQuery, refusalView } from './access-ops.dto.ts';
import { By, OpsRoute } from '../ops-route.ts';
import { ApiOpsPage, type OpsPage, pageOf, windowOf } from '../paging.ts';

@ApiTags(OPS_TAGS.access)
@OpsRoute('viewer')
@Controller('ops')
export class AccessOpsController {
  constructor(
    private readonly audit: AuditReads,
    private readonly refusals: Refusals,
    private readonly names: SubjectNames,
    private readonly calendar: ShopCalendar,
  ) {}

  @Get('access/me')
  @ApiOperation({
    operationId: 'getOperator',
    summary: 'Get your ops key',
    description: 'Its name and role. Try this first, after Authorize.',
  })
  @ApiOkResponse({ type: OperatorAnswer })
  getOperator(@By() by: Operator): OperatorAnswer {
    return { id: by.keyId, name: by.name, role: by.role };
  }

  @Get('audit')
  @ApiOperation({
    operationId: 'listAudit',
    summary: 'List the audit log',
    description:
      'Newest first: every change by staff and every view of a key. Entries cannot be changed or removed, and contain no secrets.',
  })
  @ApiOpsPage(AuditLineAnswer)
  async listAudit(@Query() query: AuditQuery): Promise<OpsPage<AuditLineAnswer>> {
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

  @Get('access/refusals')
  @OpsRoute('owner')
  @ApiOperation({
    operationId: 'listRefusals',
    summary: 'List refused ops keys',
    description:
      'Newest first: keys that are unknown, expired or revoked, calls from outside of the networks of a key, and wrong codes, with network and browser. Of one key or network 30 an hour are stored, for `KEEP_AUTH_TRAIL_DAYS`.',
  })
  @ApiOpsPage(RefusalAnswer)
  async listRefusals(@Query() query: RefusalQuery): Promise<OpsPage<RefusalAnswer>> {
    const { by, reason } = query;
    const { refusals, total } = await this.refusals.list({ ...(by && { by }), ...(reason && { reason }) }, windowOf(query));
    return pageOf(refusals.map(refusalView), total, query);
  }
}
