import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ChoiceField, FilterField, OpsPaging, ReasonField } from '../../ops/index.ts';
import { QUARANTINE_CAUSES, type QuarantineCause } from '../domain/quarantine-cause.ts';
import { KEY_STATES, type KeyState } from '../application/key-records.ts';

export const KEY_ID = '01hzx3v9k2m4n6p8q0r2s4t6w8';
export const PRODUCT = 'kinguinId, or the own id of software';

export class KeysQuery extends OpsPaging {
  @FilterField(`${PRODUCT}, such as 24532`) product?: string;
  @ChoiceField(KEY_STATES, 'In this state') state?: KeyState;
  @FilterField('That one upload brought, by the `uploadId` that it answered') uploadId?: string;
}

export class KeyItem {
  @ApiProperty({ example: KEY_ID }) id: string;
  @ApiProperty({ example: KEY_ID }) productId: string;
  @ApiProperty({ example: 'Elden Ring EU Steam CD Key' }) productName: string;
  @ApiProperty({ enum: ['text', 'account', 'image'], example: 'text' }) kind: string;
  @ApiProperty({ enum: KEY_STATES, example: 'sold' }) state: string;
  @ApiProperty({ type: String, nullable: true, example: KEY_ID }) orderId: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'K482913377' }) orderNumber: string | null;
  @ApiProperty({ type: 'integer', example: 1, description: 'Which key-encryption key it is under' }) keyVersion: number;
  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-21T08:00:00.000Z' }) addedAt: Date;
  @ApiProperty({ example: 'ada' }) addedBy: string;
  @ApiProperty({ type: String, nullable: true, example: KEY_ID, description: 'Its upload' }) uploadId: string | null;
  @ApiProperty({ enum: QUARANTINE_CAUSES, nullable: true, example: null, description: 'Why it is in quarantine; null if it is not' })
  quarantineCause: QuarantineCause | null;
}

export class KeyReasonBody {
  @ReasonField('The buyer says that the key is used') reason: string;
}

export class OpenedKey {
  @ApiProperty({ example: KEY_ID }) id: string;
  @ApiProperty({ enum: ['text', 'account', 'image'], example: 'text' }) kind: string;
  @ApiPropertyOptional({ example: 'AAAAA-BBBBB-CCCCC' }) key?: string;
  @ApiPropertyOptional({ description: 'Of an account' }) login?: string;
  @ApiPropertyOptional({ description: 'Of an account' }) password?: string;
  @ApiPropertyOptional({ description: 'Of an account' }) mail?: string;
  @ApiPropertyOptional({ description: 'Of a picture' }) mediaType?: string;
  @ApiPropertyOptional({ description: 'Of a picture' }) base64?: string;
}

export class RotationBody {
  @ReasonField('The yearly change of the key-encryption key') reason: string;
}

class KeyVersion {
  @ApiProperty({ type: 'integer', example: 1 }) version: number;
  @ApiProperty({ type: 'integer', example: 250 }) keys: number;
  @ApiProperty({ description: 'Whether KEY_ENCRYPTION_KEYS of this process has it', example: true }) isKnown: boolean;
}

export class RotationAnswer {
  @ApiProperty({ type: 'integer', example: 2, description: 'The version that encrypts' }) current: number;
  @ApiProperty({ type: [KeyVersion] }) versions: KeyVersion[];
  @ApiProperty({ enum: ['never', 'running', 'done'], example: 'running' }) state: 'never' | 'running' | 'done';
  @ApiProperty({ type: 'integer', example: 250, description: 'Keys under older versions. At 0 these can be removed from the environment' })
  remaining: number;
  @ApiProperty({ type: 'integer', example: 1000, description: 'Keys to re-encrypt when the latest rotation started' }) total: number;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: '2026-11-21T08:00:00.000Z' }) startedAt: Date | null;
  @ApiProperty({ type: String, nullable: true, example: 'ada' }) startedBy: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: null }) finishedAt: Date | null;
}
