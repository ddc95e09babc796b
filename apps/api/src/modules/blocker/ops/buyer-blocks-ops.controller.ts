import { Body, Controller, Delete, Get, HttpCode, Param, Put, Query } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiProperty,
  ApiPropertyOptional,
  ApiTags,
} from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { OPS_TAGS } from '../../../platform/http/openapi/openapi-tags.ts';
import { LineField } from '../../../platform/http/requests/fields.ts';
import { Problem, problemExample } from '../../../platform/http/responses/problem.dto.ts';
import { ShopCalendar } from '../../../shared/shop-calendar.ts';
import {
  ApiOpsPage,
  By,
  ChoiceField,
  FilterField,
  INSTANT_OR_DATE,
  IsInstant,
  type Operator,
  type OpsPage,
  OpsPaging,
  OpsRoute,
  pageOf,
  ReasonField,
  ReasonQuery,
  windowOf,
} from '../../ops/index.ts';
import { BlockBuyers, BuyerBlocklist } from '../application/block-buyers.ts';
import { NotBlocked } from '../application/blocklist-admin.ts';
import { BUYER_BLOCK_KINDS, type BuyerBlockKind, blockValue } from '../domain/buyer-block.ts';

const A_BLOCK = '01hzx3v9k2m4n6p8q0r2s4t6w8';
const A_MOMENT = '2026-11-21T08:00:00.000Z';
const KINDS = { enum: [...BUYER_BLOCK_KINDS], enumName: 'BuyerBlockKind', example: 'email' } as const;

export class BuyerBlocksQuery extends OpsPaging {
  @ChoiceField(BUYER_BLOCK_KINDS, 'Only blocks of this kind')
  kind?: BuyerBlockKind;

  @FilterField('Only the block of this value, in any spelling; with `kind`')
  value?: string;
}

export class BuyerBlockBody {
  @ApiProperty(KINDS)
  @IsIn(BUYER_BLOCK_KINDS, { message: `kind must be one of: ${BUYER_BLOCK_KINDS.join(', ')}.` })
  kind: BuyerBlockKind;

  @LineField('The value', 254)
  @ApiProperty({
    example: 'eve@example.com',
    description: 'E-mail address, domain (its subdomains included), fingerprint of a card, or id of an account',
  })
  value: string;

  @ApiPropertyOptional({ ...INSTANT_OR_DATE, nullable: true, example: null, description: 'The block ends then, or after that day' })
  @IsInstant()
  @IsOptional()
  endsAt?: string | null;

  @ReasonField('Three chargebacks in November') reason: string;
}

class BuyerBlockAnswer {
  @ApiProperty({ example: A_BLOCK }) id: string;
  @ApiProperty({ example: 'eve@example.com', description: 'As it is compared' }) value: string;
}

class BuyerBlockItem extends BuyerBlockAnswer {
  @ApiProperty(KINDS) kind: BuyerBlockKind;
  @ApiProperty({ example: 'Three chargebacks in November' }) reason: string;
  @ApiProperty({ example: 'ada' }) blockedBy: string;
  @ApiProperty({ type: String, format: 'date-time', example: A_MOMENT }) blockedAt: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: null }) endsAt: string | null;
}

@ApiTags(OPS_TAGS.blocker)
@OpsRoute('viewer')
@Controller('ops/blocker/buyers')
export class BuyerBlocksOpsController {
  constructor(
    private readonly blocklist: BuyerBlocklist,
    private readonly blockBuyers: BlockBuyers,
    private readonly calendar: ShopCalendar,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'listBlockedBuyers',
    summary: 'List blocked buyers',
    description: 'E-mail addresses, domains, cards and accounts, newest first. Ended blocks are deleted after 30 days.',
  })
  @ApiOpsPage(BuyerBlockItem)
  async listBlockedBuyers(@Query() query: BuyerBlocksQuery): Promise<OpsPage<unknown>> {
    const { kind, value } = query;
    const wanted = kind !== undefined && value !== undefined ? (blockValue(kind, value) ?? value) : value;
    const { items, total } = await this.blocklist.list({ kind, value: wanted }, windowOf(query));
    return pageOf(items, total, query);
  }

  @Put()
  @OpsRoute('support')
  @ApiOperation({
    operationId: 'blockBuyer',
    summary: 'Block a buyer',
    description:
      'By e-mail address (in any spelling, tags and dots of Gmail included), domain, card or account. The checkout refuses a blocked e-mail address, domain or account; a card is known only after the payment. For what is blocked already, changes reason and end.',
  })
  @ApiOkResponse({ type: BuyerBlockAnswer })
  @ApiBadRequestResponse({
    type: Problem,
    description: 'The value does not fit its kind, or the end lies in the past',
    example: problemExample(400, 'Give a domain, such as mail.example.', 'value'),
  })
  blockBuyer(@Body() { kind, value, endsAt, reason }: BuyerBlockBody, @By() by: Operator): Promise<BuyerBlockAnswer> {
    return this.blockBuyers.block(kind, value, endsAt ? this.calendar.end(endsAt) : null, { by, reason });
  }

  @Delete(':id')
  @HttpCode(204)
  @OpsRoute('support')
  @ApiParam({ name: 'id', description: 'The id of the block, from the list', example: A_BLOCK })
  @ApiOperation({ operationId: 'freeBuyer', summary: 'Unblock a buyer' })
  @ApiNoContentResponse()
  @ApiNotFoundResponse({ type: Problem, example: problemExample(404, new NotBlocked().message) })
  async freeBuyer(@Param('id') id: string, @Query() { reason }: ReasonQuery, @By() by: Operator): Promise<void> {
    await this.blockBuyers.free(id, { by, reason });
  }
}
