import { toMajor } from '@keyturn/shop-rules';
import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import {
  ApiBody,
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
import { By, type Operator, OpsRoute } from '../../ops/index.ts';
import { StaffOrders, OrderNotFound, OrderNotOnHold } from '../../orders/index.ts';
import { PrepareRefund } from '../application/refunds/prepare-refund.ts';
import { CancelOrder } from '../application/cancel-order.ts';
import { GiveUpRefund } from '../application/refunds/give-up-refund.ts';
import { SendRefund } from '../application/refunds/send-refund.ts';
import { PaymentUnavailable, RefundNotFound, RefundNotOpen, RefundRefused } from '../domain/payment-errors.ts';
import {
  CancelAnswer,
  CancelBody,
  GiveUpRefundAnswer,
  GiveUpRefundBody,
  RefundAnswer,
  RefundBody,
  refundRequest,
} from './refunds-ops.dto.ts';

/** Empty, so that no example refunds when executed unchanged. */
const reason = '';

@ApiTags(OPS_TAGS.orders)
@OpsRoute('support', { needsCode: true })
@Controller('ops/orders/:order')
@ApiParam({ name: 'order', description: 'Number or id of the order', example: 'K123456789' })
@ApiNotFoundResponse({ type: Problem, description: 'No such order', example: problemExample(404, new OrderNotFound().message) })
export class RefundsOpsController {
  constructor(
    private readonly staffOrders: StaffOrders,
    private readonly prepareRefund: PrepareRefund,
    private readonly sendRefund: SendRefund,
    private readonly giveUp: GiveUpRefund,
    private readonly cancel: CancelOrder,
  ) {}

  @Post('refund')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'refundOrder',
    summary: 'Refund an order',
    description:
      'All of it, lines, single keys, or an amount of goodwill: name exactly one of `everything` (true), `lines`, `pieces` and `goodwill`. A part must cost less than what is left of the payment. For goodwill no key is revoked; otherwise the keys are revoked first. They go back into stock if no mail with them was handed to the mail server and nobody viewed them; otherwise they are burnt. A repeated call while a refund is in progress continues that refund, and no piece is refunded twice. Goodwill of the same amount, with the same reason and by the same key within ten minutes counts as repeated: give another reason to send it again. The buyer is notified by mail what was refunded, the sum so far, and which keys still work.',
  })
  @ApiBody({
    type: RefundBody,
    examples: {
      everything: { summary: 'Everything that is left, with all keys', value: { everything: true, reason } },
      lines: { summary: 'Whole lines, by number', value: { lines: [2], reason } },
      key: { summary: 'One key of a line: the second of line 1', value: { pieces: [{ line: 1, slots: [2] }], reason } },
      pieces: { summary: 'So many pieces of a line', value: { pieces: [{ line: 1, count: 1 }], reason } },
      goodwill: { summary: "An amount in the order's currency; the buyer keeps all keys", value: { goodwill: 2.5, reason } },
    },
  })
  @ApiOkResponse({ type: RefundAnswer })
  @ApiConflictResponse({
    type: Problem,
    description: 'Nothing left to send back, or less than that, not paid, another refund under way, or this one given up meanwhile',
    example: problemExample(409, 'Nothing can be sent back: it has gone back already.'),
  })
  async refundOrder(@Param('order') which: string, @Body() body: RefundBody, @By() by: Operator): Promise<RefundAnswer> {
    const { id } = await this.staffOrders.find(which);
    const { refund, keys } = await this.prepareRefund.run(id, refundRequest(body), { by, reason: body.reason });
    const answer = { id: refund.id, amount: toMajor(refund.amountMinor), keys };
    try {
      const amount = toMajor(await this.sendRefund.runForStaff(refund.id));
      return { ...answer, amount, state: 'done', message: 'The money is on its way back, and the buyer gets a mail.' };
    } catch (error) {
      // Stored with its job: it is retried, and listed in /ops/payments/mismatches until it is completed.
      if (error instanceof RefundRefused) return { ...answer, state: 'asked', message: `${error.message} It is tried again.` };
      throw error;
    }
  }

  @Post('refunds/:refund/give-up')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'giveUpRefund',
    summary: 'Abandon a refund',
    description:
      'One that the provider has not made, or that failed. The provider is asked first: a refund that was made cannot be abandoned. The sale then stays valid: revoked keys are given back (others where they had gone back into stock, none whose pieces were refunded in another way meanwhile) and mailed; an order that had none yet is on hold, to be released or refunded again. A refund that the bank returned is closed, because the money is sent in another way or not at all: an order that is on hold for it is then cancelled.',
  })
  @ApiParam({ name: 'refund', description: 'Id of the refund, as the order shows it', example: '01hzx3v9k2m4n6p8q0r2s4t6w8' })
  @ApiOkResponse({ type: GiveUpRefundAnswer })
  @ApiNotFoundResponse({
    type: Problem,
    description: 'No such order, or no such refund of it',
    example: problemExample(404, new RefundNotFound().message),
  })
  @ApiConflictResponse({
    type: Problem,
    description: 'The provider has made it, it is given up already, it is being tried at this moment, or too few keys are in stock',
    example: problemExample(409, new RefundNotOpen('done').message),
  })
  @ApiServiceUnavailableResponse({
    type: Problem,
    description: 'The provider does not answer',
    example: problemExample(503, new PaymentUnavailable().message),
  })
  async giveUpRefund(
    @Param('order') which: string,
    @Param('refund') refund: string,
    @Body() { reason }: GiveUpRefundBody,
    @By() by: Operator,
  ): Promise<GiveUpRefundAnswer> {
    const { id } = await this.staffOrders.find(which);
    await this.giveUp.run(id, refund, { by, reason });
    return { id: refund, state: 'given-up', status: (await this.staffOrders.find(id)).status };
  }

  @Post('cancel')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'cancelOrder',
    summary: 'Cancel an order',
    description:
      'One that is unpaid or on hold. An unpaid one is first ended at the payment provider. One whose bank transfer is on its way expires and gives its keys back: if the money comes all the same, the buyer gets keys that are free then, or the money back. One on hold was paid: its money is sent back, as `refund` does, and it is refunded once the provider has agreed; until then it stays on hold, and the refund is retried automatically.',
  })
  @ApiOkResponse({ type: CancelAnswer })
  @ApiConflictResponse({
    type: Problem,
    description: 'Neither unpaid nor on hold, or its refund given up meanwhile',
    example: problemExample(409, new OrderNotOnHold().message),
  })
  @ApiServiceUnavailableResponse({
    type: Problem,
    description: 'The provider does not answer',
    example: problemExample(503, new PaymentUnavailable().message),
  })
  async cancelOrder(@Param('order') which: string, @Body() { reason }: CancelBody, @By() by: Operator): Promise<CancelAnswer> {
    const { id } = await this.staffOrders.find(which);
    const refundedMinor = await this.cancel.run(id, { by, reason });
    return { id, status: (await this.staffOrders.find(id)).status, refund: toMajor(refundedMinor) };
  }
}
