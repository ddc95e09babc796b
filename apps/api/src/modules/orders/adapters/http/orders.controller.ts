import { Controller, Get, HttpCode, Param, Post, Query, UseGuards } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiConflictResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiSecurity,
  ApiTags,
  ApiUnauthorizedResponse,
} from '@nestjs/swagger';
import { Config } from '../../../../platform/config/config.ts';
import { CalledBy, type Caller } from '../../../../platform/http/security/caller.ts';
import { Problem } from '../../../../platform/http/responses/problem.dto.ts';
import { Limited } from '../../../../platform/limits/limited.ts';
import { CurrentUser, type Identity, JwtAuthGuard } from '../../../users/index.ts';
import { FindOrder } from '../../application/find-order.ts';
import { NoteVisits } from '../../application/views/note-visits.ts';
import { OrderReads, type Owner } from '../../application/order-reads.ts';
import type { Visitor } from '../../application/views/order-visits.ts';
import { Refunds } from '../../application/refunds.ts';
import { ResendKeys } from '../../application/resend-keys.ts';
import { SupplierNumbers } from '../../application/supply/supplier-numbers.ts';
import { RevealKeys } from '../../application/views/reveal-keys.ts';
import type { RevealedKeys } from '../../../stock/index.ts';
import type { Order } from '../../domain/order.ts';
import { KeysAfter, OrderAnswer, OrderKeysAnswer, orderKeysView, orderView, ResendAnswer, StartedOrder } from './orders.dto.ts';

const ON_ITS_WAY = { message: 'The keys are on their way to the e-mail of this order.' };

@ApiTags('orders')
@Controller('order')
export class OrdersController {
  constructor(
    private readonly reads: OrderReads,
    private readonly findOrder: FindOrder,
    private readonly revealKeys: RevealKeys,
    private readonly resendKeys: ResendKeys,
    private readonly refunds: Refunds,
    private readonly noteVisits: NoteVisits,
    private readonly supplierNumbers: SupplierNumbers,
    private readonly config: Config,
  ) {}

  @Get()
  @UseGuards(JwtAuthGuard)
  @ApiSecurity('tk')
  @ApiOperation({
    operationId: 'listOrders',
    summary: 'List paid orders of the account',
    description: 'Newest first, including those placed with the verified e-mail of the account.',
  })
  @ApiOkResponse({ type: [OrderAnswer] })
  @ApiUnauthorizedResponse({ type: Problem })
  async listOrders(@CurrentUser() user: Identity, @CalledBy() caller: Caller): Promise<OrderAnswer[]> {
    const orders = await this.reads.ofOwner(ownerOf(user));
    const ids = orders.map(({ id }) => id);
    await this.noteVisits.run(ids, 'list', asUser(user, caller));
    const numbers = await this.supplierNumbers.numbers(ids);
    return orders.map((order) => orderView(order, order.made, numbers.get(order.id), this.config.apiOrigin));
  }

  @Get(':id/keys')
  @UseGuards(JwtAuthGuard)
  @Limited('show-keys')
  @ApiSecurity('tk')
  @ApiOperation({
    operationId: 'revealOrderKeys',
    summary: 'Get the keys of an order',
    description:
      'Records that the keys were viewed, with time, address and browser. Where they are too large for one answer, `next` says where the next one begins.',
  })
  @ApiOkResponse({ type: OrderKeysAnswer })
  @ApiUnauthorizedResponse({ type: Problem })
  @ApiNotFoundResponse({ type: Problem, description: "No such order, or somebody else's" })
  async revealOrderKeys(
    @Param('id') id: string,
    @Query() query: KeysAfter,
    @CurrentUser() user: Identity,
    @CalledBy() caller: Caller,
  ): Promise<OrderKeysAnswer> {
    const order = await this.findOrder.ofOwner(id, ownerOf(user));
    return this.withKeys(order, await this.revealKeys.run(order, asUser(user, caller), query.piece()));
  }

  @Post(':id/resend')
  @UseGuards(JwtAuthGuard)
  @HttpCode(202)
  @Limited('resend-keys')
  @ApiSecurity('tk')
  @ApiOperation({
    operationId: 'resendOrderKeys',
    summary: 'Resend the keys of an order',
    description: 'To the e-mail of the order; at most three times a day.',
  })
  @ApiAcceptedResponse({ type: ResendAnswer })
  @ApiUnauthorizedResponse({ type: Problem })
  @ApiNotFoundResponse({ type: Problem, description: "No such order, or somebody else's" })
  @ApiConflictResponse({ type: Problem, description: 'No keys to send: missing, or refunded' })
  async resendOrderKeys(@Param('id') id: string, @CurrentUser() user: Identity, @CalledBy() caller: Caller): Promise<ResendAnswer> {
    const order = await this.findOrder.ofOwner(id, ownerOf(user));
    await this.resendKeys.run(order.id);
    await this.noteVisits.run([order.id], 'resend', asUser(user, caller));
    return ON_ITS_WAY;
  }

  @Get('started/:session')
  @Limited('started-order')
  @ApiOperation({
    operationId: 'getStartedOrder',
    summary: 'Get the order of a payment session',
    description: 'For the browser that paid, known by its cookie, for one day.',
  })
  @ApiOkResponse({ type: StartedOrder })
  @ApiNotFoundResponse({ type: Problem, description: 'No checkout of this browser, or too long ago' })
  async getStartedOrder(@Param('session') session: string, @CalledBy() caller: Caller): Promise<StartedOrder> {
    const started = await this.findOrder.started(session, caller.browserId);
    if (started) await this.noteVisits.run([started.orderId], 'link', asGuest(caller));
    return { token: started?.token ?? null };
  }

  @Get('guest/:token')
  @Limited('show-keys')
  @ApiOperation({
    operationId: 'getGuestOrder',
    summary: 'Get a guest order and its keys',
    description:
      'By the signed link of the delivery mail. Call it only after a click: it records that the keys were viewed. Where they are too large for one answer, `next` says where the next one begins.',
  })
  @ApiOkResponse({ type: OrderKeysAnswer })
  @ApiNotFoundResponse({ type: Problem })
  async getGuestOrder(@Param('token') token: string, @Query() query: KeysAfter, @CalledBy() caller: Caller): Promise<OrderKeysAnswer> {
    const order = await this.findOrder.ofGuest(token);
    return this.withKeys(order, await this.revealKeys.run(order, asGuest(caller), query.piece()));
  }

  @Post('guest/:token/resend')
  @HttpCode(202)
  @Limited('resend-keys')
  @ApiOperation({
    operationId: 'resendGuestOrderKeys',
    summary: 'Resend the keys of a guest order',
    description: 'By the signed link of the delivery mail; at most three times a day.',
  })
  @ApiAcceptedResponse({ type: ResendAnswer })
  @ApiNotFoundResponse({ type: Problem })
  @ApiConflictResponse({ type: Problem, description: 'No keys to send: missing, or refunded' })
  async resendGuestOrderKeys(@Param('token') token: string, @CalledBy() caller: Caller): Promise<ResendAnswer> {
    const order = await this.findOrder.ofGuest(token);
    await this.resendKeys.run(order.id);
    await this.noteVisits.run([order.id], 'resend', asGuest(caller));
    return ON_ITS_WAY;
  }

  private async withKeys(order: Order, revealed: RevealedKeys): Promise<OrderKeysAnswer> {
    const made = (await this.refunds.ofOrder(order.id)).filter(({ state }) => state === 'done');
    const numbers = await this.supplierNumbers.numbers([order.id]);
    return orderKeysView(order, made, revealed, numbers.get(order.id), this.config.apiOrigin);
  }
}

function ownerOf(user: Identity): Owner {
  return { userId: user.id, verifiedEmail: user.verifiedEmail };
}

function asUser({ id }: Identity, caller: Caller): Visitor {
  return { viewer: `user ${id}`, ...caller };
}

function asGuest(caller: Caller): Visitor {
  return { viewer: 'guest', ...caller };
}
