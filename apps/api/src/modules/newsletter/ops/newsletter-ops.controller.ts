import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiNoContentResponse, ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiParam, ApiProperty, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Config } from '../../../platform/config/config.ts';
import { csvOf } from '../../../platform/http/responses/csv.ts';
import { OPS_TAGS } from '../../../platform/http/openapi/openapi-tags.ts';
import { Problem, problemExample } from '../../../platform/http/responses/problem.dto.ts';
import {
  ApiOpsPage,
  By,
  ChoiceField,
  FilterField,
  type Operator,
  type OpsPage,
  OpsPaging,
  OpsRoute,
  pageOf,
  ReasonField,
  ReasonQuery,
  windowOf,
} from '../../ops/index.ts';
import { type Recipient, SubscriberAdmin, SubscriberList, SubscriptionNotFound } from '../application/subscriber-admin.ts';
import { SUBSCRIPTION_STATES, type SubscriptionState } from '../domain/subscription.ts';

const ID = '01hzx3v9k2m4n6p8q0r2s4t6w8';

export class SubscribersQuery extends OpsPaging {
  @ChoiceField(SUBSCRIPTION_STATES, 'In this state') state?: SubscriptionState;
  @FilterField('The whole address, such as ada@example.com') email?: string;
}

class SubscriberItem {
  @ApiProperty({ example: ID }) id: string;
  @ApiProperty({ example: 'ada@example.com' }) email: string;
  @ApiProperty({ enum: SUBSCRIPTION_STATES, example: 'confirmed' }) state: string;
  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-21T08:00:00.000Z' }) askedAt: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: '2026-11-21T08:01:00.000Z' }) confirmedAt: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: null }) unsubscribedAt: string | null;
}

export class ExportSubscribersBody {
  @ReasonField('The newsletter of December') reason: string;
}

export class UnsubscribeBody {
  @ReasonField('Asked for it by mail') reason: string;
}

const COLUMNS = 'email,askedAt,askedFrom,confirmedAt,confirmedFrom,unsubscribe,oneClickUnsubscribe';
const noSuchSubscription = { type: Problem, example: problemExample(404, new SubscriptionNotFound().message) } as const;

@ApiTags(OPS_TAGS.newsletter)
@OpsRoute('support')
@Controller('ops/newsletter')
export class NewsletterOpsController {
  constructor(
    private readonly list: SubscriberList,
    private readonly subscriberAdmin: SubscriberAdmin,
    private readonly config: Config,
  ) {}

  @Get()
  @ApiOperation({ operationId: 'listSubscribers', summary: 'List newsletter subscribers', description: 'Newest first.' })
  @ApiOpsPage(SubscriberItem)
  async listSubscribers(@Query() query: SubscribersQuery): Promise<OpsPage<unknown>> {
    const { state, email } = query;
    const { items, total } = await this.list.list({ ...(state && { state }), ...(email && { email }) }, windowOf(query));
    return pageOf(items, total, query);
  }

  @Post('export')
  @HttpCode(200)
  @OpsRoute('owner', { needsCode: true })
  @ApiOperation({
    operationId: 'exportSubscribers',
    summary: 'Export newsletter subscribers',
    description:
      "A CSV of the addresses that newsletters may be sent to: confirmed ones only, with the proof of consent (when and from where each subscribed and confirmed). Every newsletter must contain its reader's `unsubscribe` as a link, and `oneClickUnsubscribe` in the headers `List-Unsubscribe: <…>` and `List-Unsubscribe-Post: List-Unsubscribe=One-Click` (RFC 8058). Export a fresh list for each newsletter. The audit log records the export.",
  })
  @ApiOkResponse({
    content: { 'text/csv': { schema: { type: 'string' }, example: `${COLUMNS}\r\n` } },
  })
  async exportSubscribers(@Body() { reason }: ExportSubscribersBody, @By() by: Operator, @Res() reply: FastifyReply): Promise<void> {
    const list = await csvOf(COLUMNS, await this.subscriberAdmin.export({ by, reason }), cellsOf(this.config));
    void reply.header('Content-Disposition', 'attachment; filename="newsletter.csv"').type('text/csv; charset=utf-8').send(list);
  }

  @Post(':id/unsubscribe')
  @HttpCode(204)
  @ApiParam({ name: 'id', description: 'The id of the subscription, as GET /ops/newsletter lists it', example: ID })
  @ApiOperation({
    operationId: 'unsubscribeForSomebody',
    summary: 'Unsubscribe a newsletter subscriber',
    description: 'For somebody who asked support to.',
  })
  @ApiNoContentResponse()
  @ApiNotFoundResponse(noSuchSubscription)
  async unsubscribeForSomebody(@Param('id') id: string, @Body() { reason }: UnsubscribeBody, @By() by: Operator): Promise<void> {
    await this.subscriberAdmin.unsubscribe(id, { by, reason });
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiParam({ name: 'id', description: 'The id of the subscription, as GET /ops/newsletter lists it', example: ID })
  @ApiOperation({
    operationId: 'removeSubscriber',
    summary: 'Delete a newsletter subscriber',
    description: 'The record that the address unsubscribed is deleted as well: to stop newsletters, unsubscribe it instead.',
  })
  @ApiNoContentResponse()
  @ApiNotFoundResponse(noSuchSubscription)
  async removeSubscriber(@Param('id') id: string, @Query() { reason }: ReasonQuery, @By() by: Operator): Promise<void> {
    await this.subscriberAdmin.remove(id, { by, reason });
  }
}

function cellsOf({ storefrontOrigin, apiOrigin }: Pick<Config, 'storefrontOrigin' | 'apiOrigin'>) {
  return ({ email, askedAt, askedFrom, confirmedAt, confirmedFrom, endingToken }: Recipient) => [
    email,
    askedAt,
    askedFrom,
    confirmedAt,
    confirmedFrom,
    `${storefrontOrigin}/newsletter/unsubscribe/${endingToken}`,
    `${apiOrigin}/news/unsubscribe/${endingToken}`,
  ];
}
