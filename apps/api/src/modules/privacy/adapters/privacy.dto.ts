import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { EmailField } from '../../../platform/http/requests/fields.ts';
import type { ExportedData } from '../../../shared/personal-data.ts';
import { dataPage } from '../domain/data-page.ts';

const LONGEST_PASSWORD = 128;

export class DataFiles {
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'array', items: { type: 'object', additionalProperties: true } },
    example: { account: [{ email: 'ada@example.com', firstName: 'Ada' }] },
    description: 'All that is stored about the person, by subject. Subjects without rows are left out; keys are not shown',
  })
  data: ExportedData;
  @ApiProperty({ example: '<!doctype html>…', description: 'The same as a readable page, without files' }) page: string;
}

export function dataFiles(data: ExportedData, at: Date): DataFiles {
  return { data, page: dataPage(data, at) };
}

export class DataLinkRequest {
  @EmailField() email: string;
}

export class CloseAccountRequest {
  @ApiPropertyOptional({ format: 'password', maxLength: LONGEST_PASSWORD, description: 'Needed where the account has a password' })
  @MaxLength(LONGEST_PASSWORD, { message: 'The current password is too long.' })
  @IsString({ message: 'The current password must be text.' })
  @IsOptional()
  currentPassword?: string;
}

export class CloseAccountAnswer {
  @ApiProperty({ example: true, description: 'False: a mail with a link was sent, which closes the account' }) closed: boolean;
  @ApiProperty({ example: 'Your account is closed and your data erased.' }) message: string;
}

export class PrivacyMessage {
  @ApiProperty() message: string;
}
