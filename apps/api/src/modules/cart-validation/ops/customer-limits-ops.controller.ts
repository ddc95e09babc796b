import { Body, Controller, Delete, Get, HttpCode, Param, Put, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiNotFoundResponse, ApiOperation, ApiParam, ApiProperty, ApiTags } from '@nestjs/swagger';
import { IsInt, Max, Min } from 'class-validator';
import { OPS_TAGS } from '../../../platform/http/openapi/openapi-tags.ts';
import { Problem, problemExample } from '../../../platform/http/responses/problem.dto.ts';
import {
  ApiOpsPage,
  By,
  type Operator,
  type OpsPage,
  OpsPaging,
  OpsRoute,
  pageOf,
  ReasonField,
  ReasonQuery,
  windowOf,
} from '../../ops/index.ts';
import { CustomerLimits, LimitCustomers, LimitedProductNotFound, NotLimited } from '../application/customer-limits.ts';
import { MOST_LIMIT_DAYS, MOST_LIMIT_PIECES } from '../domain/customer-limit.ts';

const PRODUCT = { name: 'product', description: 'kinguinId, or the own id', example: '24532' } as const;

function Count(most: number, example: number, description: string): PropertyDecorator {
  const message = `This must be a whole number from 1 to ${most}.`;
  return (target, property) => {
    ApiProperty({ type: 'integer', minimum: 1, maximum: most, example, description })(target, property);
    Max(most, { message })(target, property);
    Min(1, { message })(target, property);
    IsInt({ message })(target, property);
  };
}

export class CustomerLimitBody {
  @Count(MOST_LIMIT_PIECES, 2, 'Pieces of it for one customer')
  pieces: number;

  @Count(MOST_LIMIT_DAYS, 30, 'In so many days before a checkout')
  days: number;

  @ReasonField('Resellers buy the whole stock') reason: string;
}

class CustomerLimitItem {
  @ApiProperty({ example: '01hzx3v9k2m4n6p8q0r2s4t6w8', description: 'The own id' }) product: string;
  @ApiProperty({ type: 'integer', example: 2 }) pieces: number;
  @ApiProperty({ type: 'integer', example: 30 }) days: number;
  @ApiProperty({ example: 'ada' }) changedBy: string;
  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-21T08:00:00.000Z' }) changedAt: string;
}

@ApiTags(OPS_TAGS.catalogue)
@OpsRoute('viewer')
@Controller('ops/customer-limits')
export class CustomerLimitsOpsController {
  constructor(
    private readonly limits: CustomerLimits,
    private readonly limiting: LimitCustomers,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'listCustomerLimits',
    summary: 'List limits per customer',
    description: 'Products of which one customer may buy only some pieces in a period.',
  })
  @ApiOpsPage(CustomerLimitItem)
  async listCustomerLimits(@Query() query: OpsPaging): Promise<OpsPage<unknown>> {
    const { items, total } = await this.limits.list(windowOf(query));
    return pageOf(items, total, query);
  }

  @Put(':product')
  @HttpCode(204)
  @OpsRoute('catalogue')
  @ApiParam(PRODUCT)
  @ApiOperation({
    operationId: 'setCustomerLimit',
    summary: 'Set the limit per customer',
    description:
      'At most so many pieces for one customer in so many days, beside the limit of one cart. A customer is an account and a mailbox (in any spelling, tags and dots of Gmail included). Paid and open orders count. Replaces an earlier limit.',
  })
  @ApiNoContentResponse()
  @ApiNotFoundResponse({ type: Problem, example: problemExample(404, new LimitedProductNotFound().message) })
  async setCustomerLimit(
    @Param('product') product: string,
    @Body() { pieces, days, reason }: CustomerLimitBody,
    @By() by: Operator,
  ): Promise<void> {
    await this.limiting.limit(product, { pieces, days }, { by, reason });
  }

  @Delete(':product')
  @HttpCode(204)
  @OpsRoute('catalogue')
  @ApiParam(PRODUCT)
  @ApiOperation({ operationId: 'removeCustomerLimit', summary: 'Delete the limit per customer' })
  @ApiNoContentResponse()
  @ApiNotFoundResponse({ type: Problem, example: problemExample(404, new NotLimited().message) })
  async removeCustomerLimit(@Param('product') product: string, @Query() { reason }: ReasonQuery, @By() by: Operator): Promise<void> {
    await this.limiting.lift(product, { by, reason });
  }
}
