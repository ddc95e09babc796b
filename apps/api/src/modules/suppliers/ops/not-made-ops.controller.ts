import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiConflictResponse, ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { OPS_TAGS } from '../../../platform/http/openapi/openapi-tags.ts';
import { Problem, problemExample } from '../../../platform/http/responses/problem.dto.ts';
import { By, type Operator, OpsRoute } from '../../ops/index.ts';
import { RecordNotMade } from '../application/after-sales/record-not-made.ts';
import { PurchaseNotUnclear, PurchaseUnknown } from '../domain/purchase-errors.ts';
import { NotMadeAnswer, NotMadeBody } from './not-made-ops.dto.ts';
import { NAME, PURCHASE } from './purchase-params.ts';

@ApiTags(OPS_TAGS.suppliers)
@OpsRoute('catalogue', { needsCode: true })
@Controller('ops/suppliers/:name/purchases/:purchase/not-made')
export class NotMadeOpsController {
  constructor(private readonly recordNotMade: RecordNotMade) {}

  @Post()
  @HttpCode(200)
  @ApiOperation({
    operationId: 'recordNotMade',
    summary: 'Mark a purchase as not made',
    description:
      'For a purchase that is `unclear`, when the supplier was asked and says that it has no order with this reference: it is `refused` from now on, and what it was to bring is bought from the next offer; a key in place of another one is not, and has to be asked for again. Its own offer is left alone for ten minutes. Called again it changes nothing and answers the same. If the order arrives after all, its keys go to an order that still lacks them, else into stock, with an alert. The timeline of the order has the call.',
  })
  @ApiParam({ ...NAME, example: 'codeswholesale' })
  @ApiParam(PURCHASE)
  @ApiOkResponse({ type: NotMadeAnswer, description: 'Recorded now, or before' })
  @ApiNotFoundResponse({ type: Problem, example: problemExample(404, new PurchaseUnknown().message) })
  @ApiConflictResponse({
    type: Problem,
    description: 'The purchase is not unclear',
    example: problemExample(409, new PurchaseNotUnclear('complete').message),
  })
  async notMade(
    @Param('name') name: string,
    @Param('purchase') purchase: string,
    @Body() { reason }: NotMadeBody,
    @By() by: Operator,
  ): Promise<NotMadeAnswer> {
    return { purchase, state: 'refused', closedAt: await this.recordNotMade.run(name, purchase, { by, reason }) };
  }
}
