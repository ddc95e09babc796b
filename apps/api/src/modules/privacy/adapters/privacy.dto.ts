import { ApiProperty } from '@nestjs/swagger';
import { EmailField } from '../../../platform/http/requests/fields.ts';
import type { ExportedData } from '../../../shared/personal-data.ts';
import { CurrentPasswordField } from '../../users/index.ts';
import { dataPage } from '../domain/data-page.ts';

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
  @CurrentPasswordField() currentPassword?: string;
}

export class CloseAccountAnswer {
  @ApiProperty({ example: true, description: 'False: a mail with a link was sent, which closes the account' }) closed: boolean;
  @ApiProperty({ example: 'Your account is closed and your data erased.' }) message: string;
}

export class PrivacyMessage {
  @ApiProperty() message: string;
}
