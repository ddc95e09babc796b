import { Body, Controller, Get, HttpCode, Param, Patch, Post, Query, StreamableFile } from '@nestjs/common';
import { ApiConflictResponse, ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { csvOf } from '../../../platform/http/responses/csv.ts';
import { OPS_TAGS } from '../../../platform/http/openapi/openapi-tags.ts';
import { Problem, problemExample } from '../../../platform/http/responses/problem.dto.ts';
import { ShopCalendar } from '../../../shared/shop-calendar.ts';
import { EditNotes, NoteBody, Notes, opsNoteView } from '../../notes/index.ts';
import { ApiOpsPage, Audit, By, type Operator, type OpsPage, OpsRoute, pageOf, WholeNumber, windowOf } from '../../ops/index.ts';
import { FindByKey } from '../application/ops/find-by-key.ts';
import { HelpBuyer } from '../application/ops/help-buyer.ts';
import { StaffOrders } from '../application/ops/staff-orders.ts';
import { OrderTimeline } from '../application/ops/order-timeline.ts';
import { Refunds } from '../application/refunds.ts';
import { EmailIsTheSame, NoKeysToSend, NoSuchKeyInOrder, OrderNotFound, OrderNotOnHold, TooFewKeys } from '../domain/order-errors.ts';
import { ORDER_COLUMNS, orderCells } from './order-csv.ts';
import {
  ByKeyBody,
  ExportQuery,
  OpsOrder,
  OpsOrderList,
  OpsOrderStory,
  opsKeyView,
  opsOrderView,
  opsRefundView,
  OrderActionBody,
  OrderEmailBody,
  orderFilter,
  OrderQuery,
  SentAgain,
} from './orders-ops.dto.ts';
import { ReplaceKeyBody } from './replace-key.dto.ts';

const CSV_EXAMPLE =
  'number,id,status,email,name,phone\r\nK123456789,01hzx3v9k2m4n6p8q0r2s4t6w8,completed,ada@example.com,Ada Lovelace,\r\n';
const OrderParam = () => ApiParam({ name: 'order', description: 'Number of the order, in any spelling, or its id', example: 'K123456789' });
const NoSuchOrder = () =>
  ApiNotFoundResponse({ type: Problem, description: 'No such order', example: problemExample(404, new OrderNotFound().message) });
const conflict = (description: string, error: Error) =>
  ApiConflictResponse({ type: Problem, description, example: problemExample(409, error.message) });

@ApiTags(OPS_TAGS.orders)
@OpsRoute('viewer')
@Controller('ops/orders')
export class OrdersOpsController {
  constructor(
    private readonly staffOrders: StaffOrders,
    private readonly timeline: OrderTimeline,
    private readonly findByKey: FindByKey,
    private readonly refunds: Refunds,
    private readonly help: HelpBuyer,
    private readonly notes: Notes,
    private readonly editNotes: EditNotes,
    private readonly audit: Audit,
    private readonly calendar: ShopCalendar,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'listOpsOrders',
    summary: 'Find orders',
    description:
      'Newest first. By number, by part of the e-mail, name or product, by payment or key fingerprint, by status and time. All filters that are set must match. By a key itself: `POST /ops/orders/by-key`.',
  })
  @ApiOpsPage(OpsOrder)
  async listOpsOrders(@Query() query: OrderQuery): Promise<OpsPage<OpsOrder>> {
    const { orders, total } = await this.staffOrders.list(orderFilter(query, this.calendar), windowOf(query));
    return pageOf(orders.map(opsOrderView), total, query);
  }

  @Get('export.csv')
  @OpsRoute('support', { needsCode: true })
  @ApiOperation({
    operationId: 'exportOrders',
    summary: 'Export orders',
    description:
      'All matching orders as CSV, with the filters of the list, and all that the buyers entered. The audit log records the export.',
  })
  @ApiOkResponse({
    description: 'CSV with a header, in UTF-8',
    content: { 'text/csv': { schema: { type: 'string', example: CSV_EXAMPLE } } },
  })
  async exportOrders(@Query() query: ExportQuery, @By() by: Operator): Promise<StreamableFile> {
    const filter = orderFilter(query, this.calendar);
    await this.audit.record({
      by,
      action: 'orders.export',
      subject: { type: 'orders', id: 'csv' },
      after: { filters: Object.keys(filter) },
    });
    return new StreamableFile(await csvOf(ORDER_COLUMNS, this.staffOrders.stream(filter), orderCells), {
      type: 'text/csv; charset=utf-8',
      disposition: 'attachment; filename="orders.csv"',
    });
  }

  @Post('by-key')
  @HttpCode(200)
  @OpsRoute('support')
  @ApiOperation({
    operationId: 'findOrdersByKey',
    summary: 'Find orders by a key',
    description:
      'By the whole key, in any case, with or without dashes and spaces; including orders in which the key was replaced. Keyed hashes are compared. The key is sent in the body, so that no log contains it.',
  })
  @ApiOkResponse({ type: OpsOrderList })
  async findOrdersByKey(@Body() { key, reason }: ByKeyBody, @By() by: Operator): Promise<OpsOrderList> {
    return { items: (await this.findByKey.run(key, { by, reason })).map(opsOrderView) };
  }

  @Get(':order')
  @ApiOperation({
    operationId: 'getOpsOrder',
    summary: 'Get an order and its timeline',
    description: 'Every state, event, mail, view of the keys, payment event and staff action in one list, oldest first.',
  })
  @OrderParam()
  @ApiOkResponse({ type: OpsOrderStory })
  @NoSuchOrder()
  async getOpsOrder(@Param('order') which: string): Promise<OpsOrderStory> {
    const order = await this.staffOrders.find(which);
    const [keys, timeline] = [await this.staffOrders.keysOf(order.id), await this.timeline.of(order)];
    const refunds = await this.refunds.ofOrder(order.id);
    const notes = (await this.notes.about({ type: 'order', id: order.id })).map(opsNoteView);
    return { order: opsOrderView(order), keys: keys.map(opsKeyView), refunds: refunds.map(opsRefundView), notes, timeline };
  }

  @Patch(':order/email')
  @OpsRoute('support', { needsCode: true })
  @ApiOperation({
    operationId: 'changeOrderEmail',
    summary: 'Correct the e-mail of an order',
    description:
      'Mails that have not been sent, and the latest that were refused or given up, go to the new address; to repeat a mail that has arrived somewhere use `send-again`. Links to the order that were sent to the former address stop working. Keys that were mailed to a stranger cannot be called back: `replace` them. An order of an account stays in it, and the account does not change its own address.',
  })
  @OrderParam()
  @ApiOkResponse({ type: OpsOrderStory })
  @NoSuchOrder()
  @conflict('It is the address of the order', new EmailIsTheSame())
  async changeOrderEmail(
    @Param('order') which: string,
    @Body() { email, reason }: OrderEmailBody,
    @By() by: Operator,
  ): Promise<OpsOrderStory> {
    const { id } = await this.staffOrders.find(which);
    await this.help.changeEmail(id, email, { by, reason });
    return this.getOpsOrder(id);
  }

  @Post(':order/send-again')
  @HttpCode(200)
  @OpsRoute('support')
  @ApiOperation({
    operationId: 'sendOrderAgain',
    summary: 'Resend the keys of an order',
    description: 'To the address of the order, without a limit.',
  })
  @OrderParam()
  @ApiOkResponse({ type: SentAgain })
  @NoSuchOrder()
  @conflict('No keys to send: still to come, frozen, or refunded', new NoKeysToSend())
  async sendOrderAgain(@Param('order') which: string, @Body() { reason }: OrderActionBody, @By() by: Operator): Promise<SentAgain> {
    const { id } = await this.staffOrders.find(which);
    const isPlanned = await this.help.sendAgain(id, { by, reason });
    return { message: isPlanned ? 'The keys are on their way.' : 'A mail with the keys is on its way already.' };
  }

  @Post(':order/notes')
  @HttpCode(200)
  @OpsRoute('support')
  @ApiOperation({
    operationId: 'noteOnOrder',
    summary: 'Add a note to an order',
    description: 'Visible to staff only; deleted after two years. The timeline records that it was written, not its text.',
  })
  @OrderParam()
  @ApiOkResponse({ type: OpsOrderStory })
  @NoSuchOrder()
  async noteOnOrder(@Param('order') which: string, @Body() { text, reason }: NoteBody, @By() by: Operator): Promise<OpsOrderStory> {
    const { id } = await this.staffOrders.find(which);
    await this.editNotes.add({ type: 'order', id }, text, { by, reason });
    return this.getOpsOrder(id);
  }

  @Post(':order/keys/:line/:slot/replace')
  @HttpCode(200)
  @OpsRoute('support', { needsCode: true })
  @ApiOperation({
    operationId: 'replaceOrderKey',
    summary: 'Replace a key of an order',
    description:
      'Burns the key and gives the oldest free key of the same product; the buyer gets a mail that says which key is new, with all keys of the order.',
  })
  @OrderParam()
  @ApiParam({ name: 'line', description: 'Line of the order, from 1', schema: { type: 'integer', minimum: 1, example: 1 } })
  @ApiParam({ name: 'slot', description: 'Key of the line, from 1', schema: { type: 'integer', minimum: 1, example: 1 } })
  @ApiOkResponse({ type: OpsOrderStory })
  @ApiNotFoundResponse({
    type: Problem,
    description: 'No such order, or no such key in it',
    example: problemExample(404, new NoSuchKeyInOrder().message),
  })
  @conflict('Nothing in stock, no keys to replace, or another key than `keyId`', new TooFewKeys())
  async replaceOrderKey(
    @Param('order') which: string,
    @Param('line', WholeNumber) line: number,
    @Param('slot', WholeNumber) slot: number,
    @Body() { keyId, reason }: ReplaceKeyBody,
    @By() by: Operator,
  ): Promise<OpsOrderStory> {
    const { id } = await this.staffOrders.find(which);
    await this.help.replaceKey(id, { line: line - 1, slot: slot - 1, keyId }, { by, reason });
    return this.getOpsOrder(id);
  }

  @Post(':order/release')
  @HttpCode(200)
  @OpsRoute('support', { needsCode: true })
  @ApiOperation({
    operationId: 'releaseOrder',
    summary: 'Release an order',
    description:
      'Delivers an order that is on hold, or frozen as disputed. Besides a refund, the only way to resolve an early fraud warning: no bank closes it. The same warning does not freeze the order again. A dispute continues at the bank; if it is lost, so are the money and the keys.',
  })
  @OrderParam()
  @ApiOkResponse({ type: OpsOrderStory })
  @NoSuchOrder()
  @conflict('Not on hold, or too few keys', new OrderNotOnHold())
  async releaseOrder(@Param('order') which: string, @Body() { reason }: OrderActionBody, @By() by: Operator): Promise<OpsOrderStory> {
    const { id } = await this.staffOrders.find(which);
    await this.help.release(id, { by, reason });
    return this.getOpsOrder(id);
  }
}
