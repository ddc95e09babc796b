import { Controller, Delete, HttpCode, Param, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiNotFoundResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { OPS_TAGS } from '../../../platform/http/openapi/openapi-tags.ts';
import { Problem, problemExample } from '../../../platform/http/responses/problem.dto.ts';
import { By, type Operator, OpsRoute, ReasonQuery } from '../../ops/index.ts';
import { EditNotes, NoteNotFound } from '../application/notes.ts';

@ApiTags(OPS_TAGS.customers)
@OpsRoute('support')
@Controller('ops/notes')
export class NotesOpsController {
  constructor(private readonly notes: EditNotes) {}

  @Delete(':note')
  @HttpCode(204)
  @ApiParam({ name: 'note', description: 'The id of the note, as its customer or order lists it', example: '01hzx3v9k2m4n6p8q0r2s4t6w8' })
  @ApiOperation({
    operationId: 'removeNote',
    summary: 'Delete a note',
    description: 'On a customer or an order, permanently. A note cannot be changed: delete it and write another. No log contains its text.',
  })
  @ApiNoContentResponse()
  @ApiNotFoundResponse({ type: Problem, example: problemExample(404, new NoteNotFound().message) })
  async removeNote(@Param('note') id: string, @Query() { reason }: ReasonQuery, @By() by: Operator): Promise<void> {
    await this.notes.remove(id, { by, reason });
  }
}
