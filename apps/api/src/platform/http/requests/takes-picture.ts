import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiPayloadTooLargeResponse, ApiProperty, ApiUnsupportedMediaTypeResponse } from '@nestjs/swagger';
import { Problem } from '../responses/problem.dto.ts';

class PictureForm {
  @ApiProperty({ type: 'string', format: 'binary', description: 'PNG, JPEG, WebP or GIF, at most 10 MB and 25 megapixels' }) file: unknown;
}

/** Describes a call that takes one picture as a form; `uploadedPicture` reads it. */
export function TakesPicture(): MethodDecorator {
  return applyDecorators(
    ApiConsumes('multipart/form-data'),
    ApiBody({ type: PictureForm }),
    ApiPayloadTooLargeResponse({ type: Problem }),
    ApiUnsupportedMediaTypeResponse({ type: Problem, description: 'No picture, judged by its content' }),
  );
}
