import { Body, Controller, Delete, Get, HttpCode, Param, Put, Query } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiConflictResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiProperty,
  ApiTags,
} from '@nestjs/swagger';
import { LineField } from '../../../platform/http/requests/fields.ts';
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
import { BlocklistAdmin, Blocklist, NotBlocked, WouldShutYouOut } from '../application/blocklist-admin.ts';

export class NetworkBody {
  @LineField('The network', 60)
  @ApiProperty({ example: '203.0.113.0/24', description: 'An address or a range' })
  network: string;

  @ReasonField('Card testing') reason: string;
}

export class NetworkQuery {
  @LineField('The network', 60)
  @ApiProperty({ example: '203.0.113.0/24', description: 'As it is listed' })
  network: string;

  @ReasonField('The owner of the network asked, and runs no scripts any more') reason: string;
}

export class NetworkAnswer {
  @ApiProperty({ example: '203.0.113.0/24' }) network: string;
}

export class CountryBody {
  @ReasonField('We may not sell there') reason: string;
}

class Blocked {
  @ApiProperty({ example: 'Card testing' }) reason: string;
  @ApiProperty({ example: 'ada' }) blockedBy: string;
  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-21T08:00:00.000Z' }) blockedAt: string;
}

class NetworkItem extends Blocked {
  @ApiProperty({ example: '203.0.113.0/24' }) network: string;
}

class CountryItem extends Blocked {
  @ApiProperty({ example: 'XX' }) code: string;
}

const notBlocked = { type: Problem, example: problemExample(404, new NotBlocked().message) } as const;

const unknownCountry = {
  type: Problem,
  description: 'Not a country code; the message suggests a similar one, if any',
  example: problemExample(400, 'No country has the code "UK". Did you mean GB?', 'code'),
} as const;

@ApiTags(OPS_TAGS.blocker)
@OpsRoute('viewer')
@Controller('ops/blocker')
export class BlockerOpsController {
  constructor(
    private readonly blocklist: Blocklist,
    private readonly blocklistAdmin: BlocklistAdmin,
  ) {}

  @Get('networks')
  @ApiOperation({ operationId: 'listBlockedNetworks', summary: 'List blocked networks', description: 'Addresses and ranges.' })
  @ApiOpsPage(NetworkItem)
  async listBlockedNetworks(@Query() query: OpsPaging): Promise<OpsPage<unknown>> {
    const { items, total } = await this.blocklist.networks(windowOf(query));
    return pageOf(items, total, query);
  }

  @Put('networks')
  @OpsRoute('support')
  @ApiOperation({
    operationId: 'blockNetwork',
    summary: 'Block a network',
    description:
      'An address or a range: every call but the health checks answers 403. For a network that is blocked already, changes the reason.',
  })
  @ApiOkResponse({ type: NetworkAnswer })
  @ApiConflictResponse({ type: Problem, example: problemExample(409, new WouldShutYouOut().message) })
  async blockNetwork(@Body() { network, reason }: NetworkBody, @By() by: Operator): Promise<NetworkAnswer> {
    return { network: await this.blocklistAdmin.blockNetwork(network, { by, reason }) };
  }

  @Delete('networks')
  @HttpCode(204)
  @OpsRoute('support')
  @ApiOperation({ operationId: 'freeNetwork', summary: 'Unblock a network', description: 'An address or a range.' })
  @ApiNoContentResponse()
  @ApiNotFoundResponse(notBlocked)
  async freeNetwork(@Query() { network, reason }: NetworkQuery, @By() by: Operator): Promise<void> {
    await this.blocklistAdmin.freeNetwork(network, { by, reason });
  }

  @Get('countries')
  @ApiOperation({
    operationId: 'opsListBlockedCountries',
    summary: 'List blocked countries',
    description: 'Countries that the shop does not sell to.',
  })
  @ApiOpsPage(CountryItem)
  async opsListBlockedCountries(@Query() query: OpsPaging): Promise<OpsPage<unknown>> {
    const { items, total } = await this.blocklist.countries(windowOf(query));
    return pageOf(items, total, query);
  }

  @Put('countries/:code')
  @HttpCode(204)
  @OpsRoute('support')
  @ApiParam({ name: 'code', description: 'ISO 3166, two letters', example: 'KP' })
  @ApiOperation({
    operationId: 'blockCountry',
    summary: 'Block a country',
    description: 'Stops sales to it; for a country that is blocked already, changes the reason.',
  })
  @ApiNoContentResponse()
  @ApiBadRequestResponse(unknownCountry)
  async blockCountry(@Param('code') code: string, @Body() { reason }: CountryBody, @By() by: Operator): Promise<void> {
    await this.blocklistAdmin.blockCountry(code, { by, reason });
  }

  @Delete('countries/:code')
  @HttpCode(204)
  @OpsRoute('support')
  @ApiParam({ name: 'code', description: 'ISO 3166, two letters', example: 'KP' })
  @ApiOperation({ operationId: 'freeCountry', summary: 'Unblock a country' })
  @ApiNoContentResponse()
  @ApiBadRequestResponse(unknownCountry)
  @ApiNotFoundResponse(notBlocked)
  async freeCountry(@Param('code') code: string, @Query() { reason }: ReasonQuery, @By() by: Operator): Promise<void> {
    await this.blocklistAdmin.freeCountry(code, { by, reason });
  }
}
