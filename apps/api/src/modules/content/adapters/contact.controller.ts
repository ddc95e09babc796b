import { Controller, HttpCode, Ip, Post, Req } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiBody,
  ApiConsumes,
  ApiCreatedResponse,
  ApiForbiddenResponse,
  ApiOperation,
  ApiPayloadTooLargeResponse,
  ApiProperty,
  ApiPropertyOptional,
  ApiServiceUnavailableResponse,
  ApiTags,
  ApiUnsupportedMediaTypeResponse,
} from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { CaptchaPass } from '../../../platform/captcha/captcha-pass.ts';
import { widestNetworkOf } from '../../../platform/http/security/browser-id.ts';
import { EmailField, LineField, TextField } from '../../../platform/http/requests/fields.ts';
import { Problem } from '../../../platform/http/responses/problem.dto.ts';
import { InputValidation, StorableText } from '../../../platform/http/requests/validation.ts';
import { Limited } from '../../../platform/limits/limited.ts';
import { SendContactMessage } from '../application/contact.ts';
import { readForm } from './contact-form.ts';
import { checkUploadType } from './upload-type-check.ts';

class ContactFields {
  @LineField('The name', 100)
  fullName: string;

  @EmailField()
  email: string;

  @TextField('The message', { least: 1, most: 5000 })
  message: string;
}

class ContactRequest extends ContactFields {
  @ApiPropertyOptional({
    type: 'string',
    format: 'binary',
    description: 'PNG, JPEG, WebP, GIF, PDF or plain text, at most 5 MB and 25 megapixels',
  })
  file?: unknown;
}

export class ContactAnswer {
  @ApiProperty({ example: true }) succes: boolean;
}

@ApiTags('content')
@Controller('contact')
export class ContactController {
  private readonly storable = new StorableText();
  private readonly validation = new InputValidation();

  constructor(private readonly sendContactMessage: SendContactMessage) {}

  @Post('contacts')
  @HttpCode(201)
  @Limited('contact')
  @ApiConsumes('multipart/form-data')
  @ApiBody({ type: ContactRequest })
  @ApiOperation({
    operationId: 'sendMessage',
    summary: 'Send a message to support',
    description: 'Needs a captcha pass, see verifyCaptcha. It is used up before the form is read, also by a form that is refused.',
  })
  @ApiCreatedResponse({ type: ContactAnswer })
  @ApiBadRequestResponse({ type: Problem })
  @ApiForbiddenResponse({ type: Problem, description: 'No captcha pass, or a used one' })
  @ApiPayloadTooLargeResponse({ type: Problem })
  @ApiServiceUnavailableResponse({ type: Problem, description: 'Too many files are checked at a time; `Retry-After` has the seconds' })
  @ApiUnsupportedMediaTypeResponse({ type: Problem, description: 'Not a form, or a file of another type, by its content' })
  async sendMessage(
    @Req() request: FastifyRequest,
    @Ip() address: string,
    @CaptchaPass() captchaPass: string | null,
  ): Promise<ContactAnswer> {
    await this.sendContactMessage.admit(captchaPass);
    const form = await readForm(request);
    const { fullName, email, message } = await this.checked(form.fields);
    const file = form.file && (await checkUploadType(form.file.name, form.file.content));
    await this.sendContactMessage.run({ fullName, email, message, file }, widestNetworkOf(address));
    return { succes: true };
  }

  private checked(fields: Record<string, unknown>): Promise<ContactFields> {
    const value = this.storable.transform(fields, { type: 'body' });
    return this.validation.transform(value, { type: 'body', metatype: ContactFields }) as Promise<ContactFields>;
  }
}
