import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Query, Res } from '@nestjs/common';
import { ApiNoContentResponse, ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiParam, ApiProperty, ApiTags } from '@nestjs/swagger';
import { IsBoolean } from 'class-validator';
import type { FastifyReply } from 'fastify';
import { FlagFilter } from '../../../platform/http/requests/fields.ts';
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
import { ContactAdmin, ContactInbox, MessageNotFound } from '../application/contact-admin.ts';

const ID = '01hzx3v9k2m4n6p8q0r2s4t6w8';
const MESSAGE = { name: 'id', description: 'The id of the message, as GET /ops/contact lists it', example: ID } as const;

export class MessagesQuery extends OpsPaging {
  @FlagFilter('false: only those that are not done') done?: boolean;
}

class MessageItem {
  @ApiProperty({ example: ID }) id: string;
  @ApiProperty({ example: 'Ada Buyer' }) fullName: string;
  @ApiProperty({ example: 'ada@example.com' }) email: string;
  @ApiProperty({ example: 'My key says that it is used.' }) message: string;
  @ApiProperty({ type: String, nullable: true, example: 'screen.png' }) fileName: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'image/png' }) fileType: string | null;
  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-21T08:00:00.000Z' }) createdAt: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: null }) doneAt: string | null;
  @ApiProperty({ type: String, nullable: true, example: null }) doneBy: string | null;
}

export class MessageBody {
  @ApiProperty({ example: true })
  @IsBoolean({ message: 'isDone must be true or false.' })
  isDone: boolean;

  @ReasonField('Answered by mail') reason: string;
}

const noSuchMessage = { type: Problem, example: problemExample(404, new MessageNotFound().message) } as const;

@ApiTags(OPS_TAGS.contact)
@OpsRoute('support')
@Controller('ops/contact')
export class ContactOpsController {
  constructor(
    private readonly contactInbox: ContactInbox,
    private readonly contactAdmin: ContactAdmin,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'listMessages',
    summary: 'List contact messages',
    description: 'Newest first. Answer them by mail: a reply to the mail that support received goes to the visitor.',
  })
  @ApiOpsPage(MessageItem)
  async listMessages(@Query() query: MessagesQuery): Promise<OpsPage<unknown>> {
    const { items, total } = await this.contactInbox.list(query.done === undefined ? {} : { isDone: query.done }, windowOf(query));
    return pageOf(items, total, query);
  }

  @Get(':id/file')
  @ApiParam(MESSAGE)
  @ApiOperation({ operationId: 'getMessageFile', summary: 'Download the file of a message' })
  @ApiOkResponse({ content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } })
  @ApiNotFoundResponse(noSuchMessage)
  async getMessageFile(@Param('id') id: string, @Res() reply: FastifyReply): Promise<void> {
    const file = await this.contactInbox.file(id);
    if (!file) throw new MessageNotFound();
    // A visitor's file is always downloaded, never displayed by the browser as a page of this origin.
    void reply
      .header('Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
      .header('X-Content-Type-Options', 'nosniff')
      .type('application/octet-stream')
      .send(file.content);
  }

  @Patch(':id')
  @HttpCode(204)
  @ApiParam(MESSAGE)
  @ApiOperation({ operationId: 'setMessageDone', summary: 'Mark a contact message as done', description: 'Or as open again.' })
  @ApiNoContentResponse()
  @ApiNotFoundResponse(noSuchMessage)
  async setMessageDone(@Param('id') id: string, @Body() { isDone, reason }: MessageBody, @By() by: Operator): Promise<void> {
    await this.contactAdmin.setDone(id, isDone, { by, reason });
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiParam(MESSAGE)
  @ApiOperation({ operationId: 'removeMessage', summary: 'Delete a contact message', description: 'With its file, permanently.' })
  @ApiNoContentResponse()
  @ApiNotFoundResponse(noSuchMessage)
  async removeMessage(@Param('id') id: string, @Query() { reason }: ReasonQuery, @By() by: Operator): Promise<void> {
    await this.contactAdmin.remove(id, { by, reason });
  }
}
