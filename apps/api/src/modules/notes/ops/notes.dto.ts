import { ApiProperty } from '@nestjs/swagger';
import { TextField } from '../../../platform/http/requests/fields.ts';
import { ReasonField } from '../../ops/index.ts';
import type { StaffNote } from '../application/notes.ts';

/** Characters. */
const LONGEST_NOTE = 2000;

export class NoteBody {
  @TextField('The note', { least: 1, most: LONGEST_NOTE })
  @ApiProperty({
    minLength: 1,
    maxLength: LONGEST_NOTE,
    example: 'Called on the phone, prefers Polish.',
    description: 'For the staff alone. No keys, passwords or card numbers',
  })
  text: string;

  @ReasonField('The customer called') reason: string;
}

export class OpsNote {
  @ApiProperty({ example: '01hzx3v9k2m4n6p8q0r2s4t6w8' }) id: string;
  @ApiProperty({ example: 'Called on the phone, prefers Polish.' }) text: string;
  @ApiProperty({ example: 'ada', description: 'The name of the key' }) by: string;
  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-21T08:00:00.000Z' }) at: string;
}

export function opsNoteView({ id, text, by, at }: StaffNote): OpsNote {
  return { id, text, by, at: at.toISOString() };
}
