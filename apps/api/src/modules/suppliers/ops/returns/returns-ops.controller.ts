import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiBadRequestResponse,
  ApiConflictResponse,
  ApiNotFoundResponse,
  ApiOperation,
  ApiParam,
  ApiTags,
} from '@nestjs/swagger';
import { OPS_TAGS } from '../../../../platform/http/openapi/openapi-tags.ts';
import { Problem, problemExample } from '../../../../platform/http/responses/problem.dto.ts';
import { By, type Operator, OpsRoute } from '../../../ops/index.ts';
import { AskReturn } from '../../application/after-sales/ask-return.ts';
import { PurchaseUnknown } from '../../domain/purchase-errors.ts';
import { KeysDelivered, RefundAboveCost } from '../../domain/return-errors.ts';
import { NAME, PURCHASE } from '../purchase-params.ts';
import { ReturnBody, ReturnView, returnView } from './returns-ops.dto.ts';

@ApiTags(OPS_TAGS.suppliers)
@OpsRoute('catalogue', { needsCode: true })
@Controller('ops/suppliers/:name/purchases/:purchase/return')
export class ReturnsOpsController {
  constructor(private readonly askReturn: AskReturn) {}

  @Post()
  @HttpCode(202)
  @ApiOperation({
    operationId: 'returnPurchase',
    summary: 'Send keys of a purchase back',
    description:
      'Takes the keys of a purchase off sale and gives them back to the supplier; once it has them they are burnt, and what it pays back is accounted for. A purchase of which buyers have keys is refused: replace or refund those first. A supplier without a call for it is asked by hand: then `refunded` records what it paid back. It also closes a return that was sent and does not end, or whose supplier is off, but not while the supplier is being asked. `GET /ops/suppliers/{name}/purchases` shows how it stands; an alert says if the supplier refuses, and unsold keys stay in quarantine then.',
  })
  @ApiParam(NAME)
  @ApiParam(PURCHASE)
  @ApiAcceptedResponse({ type: ReturnView, description: 'Asked for now, or before' })
  @ApiBadRequestResponse({ type: Problem, example: problemExample(400, new RefundAboveCost(579).message, 'refunded') })
  @ApiNotFoundResponse({ type: Problem, example: problemExample(404, new PurchaseUnknown().message) })
  @ApiConflictResponse({
    type: Problem,
    description: 'Not complete, with buyers or reserved, by hand alone, or under way',
    example: problemExample(409, new KeysDelivered(1).message),
  })
  async returnPurchase(
    @Param('name') name: string,
    @Param('purchase') purchase: string,
    @Body() { exceptKnown = false, onlyTaken = false, refunded, reason }: ReturnBody,
    @By() by: Operator,
  ): Promise<ReturnView> {
    const refundedMinor = refunded === undefined ? null : Math.round(refunded * 100);
    const how = { exceptsKnown: exceptKnown, refundedMinor, onlyTaken };
    return returnView(await this.askReturn.run(name, purchase, how, { by, reason }));
  }
}
