import { Body, Controller, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import {
  ApiConflictResponse,
  ApiCreatedResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiTags,
} from '@nestjs/swagger';
import { OPS_TAGS } from '../../../../platform/http/openapi/openapi-tags.ts';
import { Problem, problemExample } from '../../../../platform/http/responses/problem.dto.ts';
import { ShopCalendar } from '../../../../shared/shop-calendar.ts';
import { IssueOpsKey } from '../../application/issue-ops-key.ts';
import { LimitOpsKey } from '../../application/limit-ops-key.ts';
import { OpsKeys } from '../../application/ports.ts';
import { RevokeOpsKey } from '../../application/revoke-ops-key.ts';
import { LastOwnerKey, NoSuchOpsKey, OpsKeyNameTaken } from '../../domain/ops-key.ts';
import type { Operator } from '../../domain/roles.ts';
import { CreateKeyBody, keyView, LimitKeyBody, NewOpsKeyAnswer, OpsKeyAnswer, OpsKeyList, RevokeKeyBody } from './ops-keys.dto.ts';
import { By, OpsRoute } from '../ops-route.ts';

const USUAL_DAYS = 90;
const NAMED = { name: 'id', description: 'The id or the name of the key', example: '01hzx3v9k2m4n6p8q0r2s4t6w8' } as const;
const noSuchKey = {
  type: Problem,
  description: 'No such key, or revoked before',
  example: problemExample(404, new NoSuchOpsKey().message),
} as const;
const lastOwner = {
  type: Problem,
  description: "The last owner's key",
  example: problemExample(409, new LastOwnerKey().message),
} as const;

@ApiTags(OPS_TAGS.access)
@OpsRoute('owner')
@Controller('ops/access/keys')
export class OpsKeysController {
  constructor(
    private readonly keys: OpsKeys,
    private readonly issueKey: IssueOpsKey,
    private readonly limitKey: LimitOpsKey,
    private readonly revokeKey: RevokeOpsKey,
    private readonly calendar: ShopCalendar,
  ) {}

  @Get()
  @ApiOperation({ operationId: 'listOpsKeys', summary: 'List ops keys', description: 'Newest first, without the keys themselves.' })
  @ApiOkResponse({ type: OpsKeyList })
  async listOpsKeys(): Promise<OpsKeyList> {
    return { items: (await this.keys.all()).map(keyView) };
  }

  @Post()
  @OpsRoute('owner', { needsCode: true })
  @ApiOperation({
    operationId: 'createOpsKey',
    summary: 'Create an ops key',
    description:
      '`key` is returned once and never shown again: copy it and hand it over safely. `npm run ops:key` does the same on the server.',
  })
  @ApiCreatedResponse({ type: NewOpsKeyAnswer })
  @ApiConflictResponse({
    type: Problem,
    description: 'The name is taken',
    example: problemExample(409, new OpsKeyNameTaken('grace').message),
  })
  async createOpsKey(
    @Body() { name, role, expiresAt, networks, totp, reason }: CreateKeyBody,
    @By() by: Operator,
  ): Promise<NewOpsKeyAnswer> {
    const until = expiresAt ? this.calendar.end(expiresAt) : USUAL_DAYS;
    const wanted = { name, role, until, hasFactor: totp ?? false, ...(networks && { networks }) };
    const { key, text, otpauth } = await this.issueKey.run(wanted, by, reason);
    return { ...keyView(key), key: text, otpauth };
  }

  @Patch(':id')
  @OpsRoute('owner', { needsCode: true })
  @ApiOperation({
    operationId: 'limitOpsKey',
    summary: 'Restrict an ops key',
    description:
      'To a role, an expiry or networks. Fields that are left out stay as they are; `networks: []` removes the restriction to networks. Applies from the next call with that key.',
  })
  @ApiParam(NAMED)
  @ApiOkResponse({ type: OpsKeyAnswer })
  @ApiNotFoundResponse(noSuchKey)
  @ApiConflictResponse(lastOwner)
  async limitOpsKey(
    @Param('id') id: string,
    @Body() { role, expiresAt, networks, reason }: LimitKeyBody,
    @By() by: Operator,
  ): Promise<OpsKeyAnswer> {
    const limits = { ...(role && { role }), ...(expiresAt && { expiresAt: this.calendar.end(expiresAt) }), ...(networks && { networks }) };
    return keyView(await this.limitKey.run(id, limits, { by, reason }));
  }

  @Post(':id/revoke')
  @OpsRoute('owner', { needsCode: true })
  @HttpCode(200)
  @ApiOperation({ operationId: 'revokeOpsKey', summary: 'Revoke an ops key', description: 'At once and permanently.' })
  @ApiParam(NAMED)
  @ApiOkResponse({ type: OpsKeyAnswer })
  @ApiNotFoundResponse(noSuchKey)
  @ApiConflictResponse(lastOwner)
  async revokeOpsKey(@Param('id') id: string, @Body() { reason }: RevokeKeyBody, @By() by: Operator): Promise<OpsKeyAnswer> {
    return keyView(await this.revokeKey.run(id, by, reason, { keepsAnOwner: true }));
  }
}
