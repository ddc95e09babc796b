import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiConflictResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiServiceUnavailableResponse,
  ApiTags,
} from '@nestjs/swagger';
import { OPS_TAGS } from '../../../platform/http/openapi/openapi-tags.ts';
import { Problem, problemExample } from '../../../platform/http/responses/problem.dto.ts';
import { ShopCalendar } from '../../../shared/shop-calendar.ts';
import { ApiOpsPage, By, type Operator, type OpsPage, OpsRoute, pageOf, windowOf } from '../../ops/index.ts';
import { OrderNotFound } from '../../orders/index.ts';
import { ComparePayments } from '../application/compare-payments.ts';
import { StaffPayments } from '../application/staff-payments.ts';
import { ReplayEvent } from '../application/events/replay-event.ts';
import { EventNotFound, NoSessionToAsk, PaymentUnavailable } from '../domain/payment-errors.ts';
import { disputeSummary } from './disputes-ops.dto.ts';
import {
  BankSignalAnswer,
  EventQuery,
  MismatchList,
  MismatchQuery,
  PaymentActionBody,
  PaymentEvent,
  PaymentEventWithPayload,
  SettleAnswer,
  SignalQuery,
} from './payments-ops.dto.ts';

const EventParam = () => ApiParam({ name: 'event', description: "The provider's id of the event", example: 'evt_1Nabc' });
const NoSuchEvent = () =>
  ApiNotFoundResponse({ type: Problem, description: 'No such event', example: problemExample(404, new EventNotFound().message) });
const ProviderAway = () =>
  ApiServiceUnavailableResponse({
    type: Problem,
    description: 'The provider does not answer',
    example: problemExample(503, new PaymentUnavailable().message),
  });

@ApiTags(OPS_TAGS.payments)
@OpsRoute('viewer')
@Controller('ops/payments')
export class PaymentsOpsController {
  constructor(
    private readonly staffPayments: StaffPayments,
    private readonly compare: ComparePayments,
    private readonly replay: ReplayEvent,
    private readonly calendar: ShopCalendar,
  ) {}

  @Get('events')
  @ApiOperation({
    operationId: 'listPaymentEvents',
    summary: 'List payment events',
    description: "The inbox of the provider's webhooks, newest first.",
  })
  @ApiOpsPage(PaymentEvent)
  async listPaymentEvents(@Query() query: EventQuery): Promise<OpsPage<PaymentEvent>> {
    const { state, type, outcome, order, from, to } = query;
    const filter = {
      ...(state && { state }),
      ...(type && { type }),
      ...(outcome && { outcome }),
      ...(order && { order }),
      ...(from && { from: this.calendar.start(from) }),
      ...(to && { to: this.calendar.end(to) }),
    };
    const { items, total } = await this.staffPayments.events(filter, windowOf(query));
    return pageOf(items, total, query);
  }

  @Get('events/:event')
  @OpsRoute('support')
  @ApiOperation({
    operationId: 'getPaymentEvent',
    summary: 'Get a payment event',
    description: 'With the payload of the provider, which holds name and address of the buyer.',
  })
  @EventParam()
  @ApiOkResponse({ type: PaymentEventWithPayload })
  @NoSuchEvent()
  async getPaymentEvent(@Param('event') id: string): Promise<PaymentEventWithPayload> {
    const event = await this.staffPayments.event(id);
    if (event === null) throw new EventNotFound();
    return event;
  }

  @Post('events/:event/replay')
  @HttpCode(202)
  @OpsRoute('support')
  @ApiOperation({
    operationId: 'replayPaymentEvent',
    summary: 'Retry a payment event',
    description: 'By a job, within seconds. The provider is asked for the current state, so an old event does no harm.',
  })
  @EventParam()
  @ApiAcceptedResponse({ type: PaymentEventWithPayload })
  @NoSuchEvent()
  async replayPaymentEvent(
    @Param('event') id: string,
    @Body() { reason }: PaymentActionBody,
    @By() by: Operator,
  ): Promise<PaymentEventWithPayload> {
    await this.replay.run(id, { by, reason });
    return this.getPaymentEvent(id);
  }

  @Get('disputes')
  @ApiOperation({
    operationId: 'listDisputes',
    summary: 'List disputes and fraud warnings',
    description:
      'And refunds that were returned, newest first. A dispute has its amount, the date until which evidence is taken, and an id for the calls below. Keys that were not delivered are frozen: the order is disputed or on hold until the bank decides, or `POST /ops/orders/{order}/release` or `…/refund`.',
  })
  @ApiOpsPage(BankSignalAnswer)
  async listDisputes(@Query() query: SignalQuery): Promise<OpsPage<BankSignalAnswer>> {
    const { items, total } = await this.staffPayments.signals(query.kind ?? null, windowOf(query));
    const answers = items.map(({ dispute, ...signal }) => ({ ...signal, dispute: dispute && disputeSummary(dispute) }));
    return pageOf(answers, total, query);
  }

  @Get('mismatches')
  @ApiOperation({
    operationId: 'listMismatches',
    summary: 'List payment mismatches',
    description:
      'Where the shop and the provider differ, and what is pending between them. Reconciliation recovers lost webhooks each minute; what stays here for long needs a person.',
  })
  @ApiOkResponse({ type: MismatchList })
  @ProviderAway()
  async listMismatches(@Query() { askProvider }: MismatchQuery): Promise<MismatchList> {
    return this.compare.mismatches(askProvider);
  }

  @Post('orders/:order/settle')
  @HttpCode(200)
  @OpsRoute('support')
  @ApiOperation({
    operationId: 'settleOrder',
    summary: 'Settle an order',
    description: 'Asks the provider for the state of its payment now and applies it: the order is delivered, put on hold or ended.',
  })
  @ApiParam({ name: 'order', description: 'Number or id of the order', example: 'K123456789' })
  @ApiOkResponse({ type: SettleAnswer })
  @ApiNotFoundResponse({ type: Problem, description: 'No such order', example: problemExample(404, new OrderNotFound().message) })
  @ApiConflictResponse({
    type: Problem,
    description: 'It has no payment session',
    example: problemExample(409, new NoSessionToAsk().message),
  })
  @ProviderAway()
  async settleOrder(@Param('order') which: string, @Body() { reason }: PaymentActionBody, @By() by: Operator): Promise<SettleAnswer> {
    return { outcome: await this.compare.settleOrder(which, { by, reason }) };
  }
}
