import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { FlagFilter } from '../../../platform/http/requests/fields.ts';
import { FilterField, ReasonField } from '../../ops/index.ts';
import { KEY_FATES, type KeyFate } from '../domain/upload-report.ts';

const PRODUCT = 'kinguinId, or the own id of software';

export class KeyUploadQuery {
  @FilterField(`Which product the keys are for (${PRODUCT}); leave it out where a CSV names one in each line`, '24532')
  product?: string;

  @FlagFilter('true reads and compares everything, and stores nothing (default in this form); false, or left out, adds the keys', true)
  dryRun?: boolean;

  @FlagFilter(
    'true also adds keys that differ from a known one only in case, dashes and spaces; otherwise they are skipped, as `probableDuplicate`',
  )
  takeProbableDuplicates?: boolean;

  @ReasonField('Delivery 4711 of the supplier') reason: string;
}

export class KeyUploadForm {
  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'string', format: 'binary' },
    example: [],
    description:
      'Text (UTF-8 or UTF-16) with one key a line; CSV (commas, semicolons or tabs) with the column `key`, or `login`, `password` and `mail`, and `kinguinId` or `_id` where each line names its product; PNG, JPEG or GIF pictures of a key each',
  })
  file?: unknown;

  @ApiPropertyOptional({
    description: 'Or pasted: keys without blanks, one a line or with blanks between them',
    example: 'AAAAA-BBBBB-CCCCC DDDDD-EEEEE-FFFFF',
  })
  keys?: string;
}

class KeyPlace {
  @ApiProperty({ example: 'keys.txt' }) file: string;
  @ApiProperty({ type: 'integer', example: 1 }) line: number;
}

class KeyUploadEntry {
  @ApiProperty({ example: 'keys.txt' }) file: string;
  @ApiProperty({ type: 'integer', example: 1 }) from: number;
  @ApiProperty({ type: 'integer', example: 98_000, description: 'Neighbours with the same result share an entry' }) to: number;
  @ApiProperty({ enum: KEY_FATES, example: 'accepted' }) fate: KeyFate;
  @ApiPropertyOptional({ type: KeyPlace, description: 'First occurrence of a duplicate' }) firstAt?: KeyPlace;
}

export class KeyUploadReport {
  @ApiProperty({
    type: String,
    nullable: true,
    example: '01hzx3v9k2m4n6p8q0r2s4t6w8',
    description: 'Names the keys that were taken in: `POST /ops/keys/uploads/{upload}/burn` takes them back. null where none was',
  })
  uploadId: string | null;

  @ApiProperty({ example: false }) dryRun: boolean;
  @ApiProperty({ type: 'integer', example: 100_000 }) lines: number;
  @ApiProperty({ type: 'integer', example: 98_000, description: 'Added to stock; valid in a dry run' }) accepted: number;
  @ApiProperty({ type: 'integer', example: 0 }) duplicateInFile: number;
  @ApiProperty({ type: 'integer', example: 2000 }) duplicateInShop: number;
  @ApiProperty({
    type: 'integer',
    example: 0,
    description:
      'Left out because they differ from a key of the shop, or of a line above (`firstAt`), in case, dashes and spaces alone. If they are other keys, send them with takeProbableDuplicates=true',
  })
  probableDuplicate: number;
  @ApiProperty({ type: 'integer', example: 0 }) empty: number;
  @ApiProperty({ type: 'integer', example: 0, description: 'More than 500 characters, or a picture of more than 1 MB' }) tooLong: number;
  @ApiProperty({
    type: 'integer',
    example: 0,
    description:
      'Neither UTF-8 nor UTF-16, control characters, half an account, no picture; a file that is no text at all (a table, an archive) is reported as its line 1',
  })
  unreadable: number;
  @ApiProperty({ type: 'integer', example: 0, description: 'A CSV whose first line names neither `key` nor `login` and `password`' })
  noColumn: number;
  @ApiProperty({ type: 'integer', example: 0, description: 'Left out in the line, and in the query' }) noProduct: number;
  @ApiProperty({ type: 'integer', example: 0 }) unknownProduct: number;
  @ApiProperty({ type: [KeyUploadEntry], description: 'Every line of the upload' }) report: KeyUploadEntry[];
}

export class UploadBurnBody {
  @ReasonField('The supplier sent a file of used keys') reason: string;
}
