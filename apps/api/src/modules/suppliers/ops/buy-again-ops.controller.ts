import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiAcceptedResponse, ApiConflictResponse, ApiNotFoundResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { OPS_TAGS } from '../../../platform/http/openapi/openapi-tags.ts';
import { Problem, problemExample } from '../../../platform/http/responses/problem.dto.ts';
import { By, type Operator, OpsRoute, WholeNumber } from '../../ops/index.ts';
import { OrderNotFound, StaffOrders } from '../../orders/index.ts';
import { BuyAgain } from '../application/after-sales/buy-again.ts';
import { NoOtherOffer } from '../domain/supplier-errors.ts';
import { BuyAgainBody, PurchaseAnswer } from './buy-again-ops.dto.ts';

@ApiTags(OPS_TAGS.orders)
@OpsRoute('support', { needsCode: true })
@Controller('ops/orders/:order/keys/:line/:slot/buy-again')
export class BuyAgainOpsController {
  constructor(
    private readonly staffOrders: StaffOrders,
    private readonly buyAgain: BuyAgain,
  ) {}

  @Post()
  @HttpCode(202)
  @ApiOperation({
    operationId: 'buyKeyAgain',
    summary: 'Replace a key by one of suppliers',
    description:
      'For a key that does not work, which `keyId` names as the order lists it: buys another one at a supplier, by default not at the one that sold it, from the cheapest offer that keeps the margin of what the buyer paid. When it is there it replaces the former one, which is burnt, and the buyer gets a mail. Where no offer keeps the margin, the refusal names the price, which `acceptCost` accepts; more than twice what the buyer paid, by an owner alone. A key that the country of the buyer excludes since the sale is refused, unless `acceptRegion` accepts it. The timeline of the order has the purchase; an alert says if it brought no key.',
  })
  @ApiParam({ name: 'order', description: 'Number of the order, in any spelling, or its id', example: 'K123456789' })
  @ApiParam({ name: 'line', description: 'Line of the order, from 1', schema: { type: 'integer', minimum: 1, example: 1 } })
  @ApiParam({ name: 'slot', description: 'Key of the line, from 1', schema: { type: 'integer', minimum: 1, example: 1 } })
  @ApiAcceptedResponse({ type: PurchaseAnswer, description: 'Planned now, or before for the same key' })
  @ApiNotFoundResponse({
    type: Problem,
    description: 'No such order, or no such key in it',
    example: problemExample(404, new OrderNotFound().message),
  })
  @ApiConflictResponse({
    type: Problem,
    description:
      'The piece has another key, no keys to replace, a buyer whose data was removed, no other offer, none that keeps the margin, or its product excludes the country of the buyer since the sale',
    example: problemExample(409, new NoOtherOffer(null).message),
  })
  async buyKeyAgain(
    @Param('order') which: string,
    @Param('line', WholeNumber) line: number,
    @Param('slot', WholeNumber) slot: number,
    @Body() { keyId, supplier, avoid, acceptCost, acceptRegion, reason }: BuyAgainBody,
    @By() by: Operator,
  ): Promise<PurchaseAnswer> {
    const { id } = await this.staffOrders.find(which);
    const choice = {
      ...(supplier !== undefined && { supplier }),
      ...(avoid !== undefined && { avoid }),
      ...(acceptCost !== undefined && { acceptCostMinor: Math.round(acceptCost * 100) }),
      ...(acceptRegion !== undefined && { acceptsRegion: acceptRegion }),
    };
    return { purchase: await this.buyAgain.run(id, { keyId, line: line - 1, slot: slot - 1 }, choice, { by, reason }) };
  }
}
