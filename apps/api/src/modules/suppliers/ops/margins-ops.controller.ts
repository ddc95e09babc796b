import { Body, Controller, Get, HttpCode, Param, Put } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiTags,
} from '@nestjs/swagger';
import { OPS_TAGS } from '../../../platform/http/openapi/openapi-tags.ts';
import { Problem, problemExample } from '../../../platform/http/responses/problem.dto.ts';
import { By, type Operator, OpsRoute } from '../../ops/index.ts';
import { PurchaseLimits } from '../application/purchases.ts';
import { SetMargins, StoredMarginRules } from '../application/margins/set-margins.ts';
import { MARGIN_RULE_KINDS } from '../domain/least-margin.ts';
import { MarginRuleKindUnknown, MarginRuleUnfit } from '../domain/supplier-errors.ts';
import { MarginBody, MarginsAnswer } from './margins-ops.dto.ts';

@ApiTags(OPS_TAGS.suppliers)
@OpsRoute('viewer')
@Controller('ops/suppliers/margins')
export class MarginsOpsController {
  constructor(
    private readonly rules: StoredMarginRules,
    private readonly setMargins: SetMargins,
    private readonly limits: PurchaseLimits,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'listMargins',
    summary: 'List rules of margin',
    description:
      'What must be left of what is charged when a key is bought. The rule of the product counts, else the highest of its genres, else that of the supplier, else `otherwise` (MIN_MARGIN).',
  })
  @ApiOkResponse({ type: MarginsAnswer })
  async listMargins(): Promise<MarginsAnswer> {
    return { items: await this.rules.all(), otherwise: this.limits.minMargin };
  }

  @Put(':kind/:subject')
  @HttpCode(204)
  @OpsRoute('catalogue', { needsCode: true })
  @ApiParam({
    name: 'kind',
    description: 'What the rule is for',
    schema: { type: 'string', enum: [...MARGIN_RULE_KINDS], example: 'genre' },
  })
  @ApiParam({
    name: 'subject',
    description: 'kinguinId or own id of the product, the genre, or the name of the supplier',
    example: 'Action',
  })
  @ApiOperation({
    operationId: 'setMargin',
    summary: 'Set a rule of margin',
    description:
      'Offers that do not keep it are off sale within seconds, and nothing is bought from them. Without a margin the rule is removed.',
  })
  @ApiNoContentResponse()
  @ApiBadRequestResponse({ type: Problem, example: problemExample(400, new MarginRuleUnfit('genre').message, 'subject') })
  @ApiNotFoundResponse({ type: Problem, example: problemExample(404, new MarginRuleKindUnknown().message) })
  async setMargin(
    @Param('kind') text: string,
    @Param('subject') subject: string,
    @Body() { margin, reason }: MarginBody,
    @By() by: Operator,
  ): Promise<void> {
    const kind = MARGIN_RULE_KINDS.find((one) => one === text);
    if (kind === undefined) throw new MarginRuleKindUnknown();
    await this.setMargins.run(kind, subject, margin ?? null, { by, reason });
  }
}
