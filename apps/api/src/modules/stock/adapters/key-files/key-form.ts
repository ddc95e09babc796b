import type { Multipart } from '@fastify/multipart';
import { BadRequestException, HttpException, PayloadTooLargeException, UnsupportedMediaTypeException } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { storableName, unreadableForm } from '../../../../platform/http/requests/uploaded-file.ts';

const MEBIBYTE = 1_048_576;
const MOST_FILES = 100;
const limits = {
  fileSize: 64 * MEBIBYTE,
  files: MOST_FILES,
  fields: 2,
  parts: MOST_FILES + 2,
  fieldNameSize: 100,
  fieldSize: 4 * MEBIBYTE,
  headerPairs: 20,
} as const;

/** The parts of an upload of keys: files under `file`, pasted lines under `keys`. @throws 400, 413 or 415, naming the field */
export async function* keyParts(request: FastifyRequest): AsyncGenerator<Multipart> {
  if (!request.isMultipart()) throw new UnsupportedMediaTypeException('Please send the keys as multipart/form-data.');
  let count = 0;
  try {
    for await (const part of request.parts({ limits })) {
      // An unselected file and an empty text field.
      if (part.type === 'field' && ['file', 'keys'].includes(part.fieldname) && part.value === '') continue;
      count += 1;
      const field = part.type === 'file' ? 'file' : 'keys';
      if (part.fieldname !== field)
        throw refused(part.fieldname.slice(0, 100), 'Files are taken in the field "file", pasted lines in the field "keys".');
      if (part.type === 'field' && part.valueTruncated) throw tooLarge('keys', 'Pasted lines may be at most 4 MB: send a file instead.');
      if (part.type === 'file') part.filename = storableName(part.filename);
      yield part;
    }
  } catch (error) {
    throw isTooLarge(error)
      ? tooLarge('file', `Each file may be at most 64 MB, and at most ${MOST_FILES} are taken at once.`)
      : unreadableForm(error);
  }
  if (count === 0) throw refused('file', 'Please choose a file with keys, or paste keys.');
}

function isTooLarge(error: unknown): boolean {
  return !(error instanceof HttpException) && (error as { statusCode?: unknown } | null)?.statusCode === 413;
}

function tooLarge(field: string, message: string): PayloadTooLargeException {
  return new PayloadTooLargeException({ message, details: [{ field, message }] });
}

function refused(field: string, message: string): BadRequestException {
  return new BadRequestException({ message, details: [{ field, message }] });
}
