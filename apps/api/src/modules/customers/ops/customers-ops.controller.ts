import { applyDecorators, Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiConflictResponse, ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { OPS_TAGS } from '../../../platform/http/openapi/openapi-tags.ts';
import { Problem, problemExample } from '../../../platform/http/responses/problem.dto.ts';
import { EditNotes, NoteBody, Notes } from '../../notes/index.ts';
import { ApiOpsPage, Audit, By, type Operator, type OpsPage, OpsRoute, pageOf, windowOf } from '../../ops/index.ts';
import { StaffOrders } from '../../orders/index.ts';
import {
  AccountClosed,
  AccountNotFound,
  AccountReads,
  AddressVerified,
  CloseNotConfirmed,
  ManageAccount,
  SeeAccount,
} from '../../users/index.ts';
import {
  A_CUSTOMER,
  CloseCustomerBody,
  CustomerActionBody,
  customerItem,
  CustomersQuery,
  customerView,
  OpsCustomer,
  OpsCustomerItem,
} from './customers-ops.dto.ts';

const ORDERS_SHOWN = 50;

/** Common decorators of calls about one customer. */
const OneCustomer = () =>
  applyDecorators(
    HttpCode(200),
    ApiParam({
      name: 'customer',
      description: 'The id of the account, as GET /ops/customers lists it, and an order its `userId`',
      example: A_CUSTOMER,
    }),
    ApiOkResponse({ type: OpsCustomer }),
    ApiNotFoundResponse({ type: Problem, description: 'No such customer', example: problemExample(404, new AccountNotFound().message) }),
  );
const conflict = (description: string, { message }: Error, field?: string) =>
  ApiConflictResponse({ type: Problem, description, example: problemExample(409, message, field) });

@ApiTags(OPS_TAGS.customers)
@OpsRoute('support')
@Controller('ops/customers')
export class CustomersOpsController {
  constructor(
    private readonly accounts: AccountReads,
    private readonly see: SeeAccount,
    private readonly manage: ManageAccount,
    private readonly orders: StaffOrders,
    private readonly notes: Notes,
    private readonly editNotes: EditNotes,
    private readonly audit: Audit,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'listCustomers',
    summary: 'Find customers',
    description:
      'By a part of the e-mail or name, or by id; newest first. Guests have no account: find their orders with `GET /ops/orders?email=…`. A closed account has no address any more: its orders lead to it. The audit log records that somebody searched, not the search words.',
  })
  @ApiOpsPage(OpsCustomerItem)
  async listCustomers(@Query() query: CustomersQuery, @By() by: Operator): Promise<OpsPage<OpsCustomerItem>> {
    const { q } = query;
    const { accounts, total } = await this.accounts.list({ ...(q && { text: q }) }, windowOf(query));
    await this.audit.record({ by, action: 'customers.find', subject: { type: 'customers', id: 'list' }, after: { found: total } });
    return pageOf(accounts.map(customerItem), total, query);
  }

  @Get(':customer')
  @OneCustomer()
  @ApiOperation({
    operationId: 'getCustomer',
    summary: 'Get a customer',
    description: 'The account, its lock, orders, sign-ins and notes. The audit log records the view (`customers.look`).',
  })
  async getCustomer(@Param('customer') id: string, @By() by: Operator): Promise<OpsCustomer> {
    const view = await this.viewOf(id);
    await this.audit.record({ by, action: 'customers.look', subject: { type: 'customer', id } });
    return view;
  }

  @Post(':customer/unlock')
  @OneCustomer()
  @ApiOperation({
    operationId: 'unlockCustomer',
    summary: 'Unlock a customer account',
    description:
      'Resets its failed logins, so that the next login needs no captcha, and wrong current passwords, so that the password can be changed again. Attempts counted for a network stay.',
  })
  @conflict('The account is closed', new AccountClosed())
  async unlockCustomer(@Param('customer') id: string, @Body() { reason }: CustomerActionBody, @By() by: Operator): Promise<OpsCustomer> {
    await this.manage.unlock(id, { by, reason });
    return this.viewOf(id);
  }

  @Post(':customer/verify')
  @OpsRoute('owner', { needsCode: true })
  @OneCustomer()
  @ApiOperation({
    operationId: 'verifyCustomer',
    summary: 'Verify the address of a customer',
    description:
      'Like the link of the verification mail. From then on the account shows every order that was placed with the address, and can view its keys. Only for somebody who has proved to read that mailbox: anybody can have signed up with the address.',
  })
  @conflict('Verified already, no address, or closed', new AddressVerified())
  async verifyCustomer(@Param('customer') id: string, @Body() { reason }: CustomerActionBody, @By() by: Operator): Promise<OpsCustomer> {
    await this.manage.verify(id, { by, reason });
    return this.viewOf(id);
  }

  @Post(':customer/end-sessions')
  @OneCustomer()
  @ApiOperation({
    operationId: 'endCustomerSessions',
    summary: 'End all sessions of a customer',
    description:
      'Logs the account out on every device. Its password stays: a customer whose password is known to somebody else has to choose a new one, by "Forgot password".',
  })
  @conflict('The account is closed', new AccountClosed())
  async endCustomerSessions(
    @Param('customer') id: string,
    @Body() { reason }: CustomerActionBody,
    @By() by: Operator,
  ): Promise<OpsCustomer> {
    await this.manage.endSessions(id, { by, reason });
    return this.viewOf(id);
  }

  @Post(':customer/close')
  @OpsRoute('owner', { needsCode: true })
  @OneCustomer()
  @ApiOperation({
    operationId: 'closeCustomer',
    summary: 'Close a customer account',
    description:
      'Permanently. Ends its sessions and mailed links, and removes address, password, social logins and wishlist: nobody can log in to it any more. Orders stay, for bookkeeping, and so do names, reviews and notes. The address is free: anyone who has the mailbox can sign up again, and sees its orders once the address is verified. The owner of a verified address is notified by mail. A newsletter subscription continues: see `/ops/newsletter`.',
  })
  @conflict('Not confirmed, or closed already', new CloseNotConfirmed(), 'confirm')
  async closeCustomer(
    @Param('customer') id: string,
    @Body() { reason, confirm }: CloseCustomerBody,
    @By() by: Operator,
  ): Promise<OpsCustomer> {
    await this.manage.close(id, confirm === true, { by, reason });
    return this.viewOf(id);
  }

  @Post(':customer/notes')
  @OneCustomer()
  @ApiOperation({
    operationId: 'noteOnCustomer',
    summary: 'Add a note to a customer',
    description: 'Visible to staff only; deleted after two years. The audit log records that it was written, not its text.',
  })
  async noteOnCustomer(@Param('customer') id: string, @Body() { text, reason }: NoteBody, @By() by: Operator): Promise<OpsCustomer> {
    await this.see.run(id);
    await this.editNotes.add({ type: 'customer', id }, text, { by, reason });
    return this.viewOf(id);
  }

  private async viewOf(id: string): Promise<OpsCustomer> {
    const seen = await this.see.run(id);
    const owner = { userId: id, email: seen.account.email };
    const orders = await this.orders.list({ owner }, { offset: 0, limit: ORDERS_SHOWN });
    return customerView(seen, orders, await this.notes.about({ type: 'customer', id }));
  }
}
