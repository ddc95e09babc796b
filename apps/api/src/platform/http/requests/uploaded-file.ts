import type { MultipartFile } from '@fastify/multipart';
import { BadRequestException, HttpException, PayloadTooLargeException, UnsupportedMediaTypeException } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { checkPictureType, LARGEST_PICTURE } from '../../images/picture-type-check.ts';

const MEBIBYTE = 1_048_576;
const LONGEST_NAME = 200;

/** The one file of a form, in the field `file`, as a stream. `done` throws 413 if it was cut off. @throws 400, 413, 415 naming the field */
export async function uploadedFile(
  request: FastifyRequest,
  largestMebibytes: number,
): Promise<{ name: string; content: AsyncIterable<Buffer> }> {
  if (!request.isMultipart()) throw new UnsupportedMediaTypeException('Please send the file as multipart/form-data.');
  const limits = { fileSize: largestMebibytes * MEBIBYTE, files: 1, fields: 0, parts: 1, fieldNameSize: 100, headerPairs: 20 };
  const part = await request.file({ limits }).catch(() => undefined);
  if (!part || part.fieldname !== 'file') throw refused('Please choose one file, in the field "file".');
  return { name: storableName(part.filename), content: whole(part, largestMebibytes) };
}

/** The name of a file, safe to store and show: no control characters, no lone surrogates, of limited length. */
export function storableName(name: string): string {
  return name
    .slice(0, LONGEST_NAME)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '\ufffd');
}

/** The error for a form that cannot be read: 400 for one that is malformed or incomplete; errors with a status keep it. */
export function unreadableForm(error: unknown): unknown {
  if (error instanceof HttpException || typeof (error as { statusCode?: unknown } | null)?.statusCode === 'number') return error;
  const message = 'The form could not be read: it breaks off, or is no form.';
  return new BadRequestException({ message, details: [{ field: 'body', message }] });
}

async function* whole(part: MultipartFile, largestMebibytes: number): AsyncGenerator<Buffer> {
  let size = 0;
  try {
    for await (const chunk of part.file as AsyncIterable<Buffer>) {
      size += chunk.length;
      yield chunk;
    }
  } catch (error) {
    throw isTooLarge(error) ? tooLarge(largestMebibytes) : unreadableForm(error);
  }
  if (part.file.truncated) throw tooLarge(largestMebibytes);
  if (size === 0) throw refused('The file is empty.');
}

/** An uploaded picture (PNG, JPEG, WebP, GIF), by its content. @throws 400, 413, 415 naming the field */
export async function uploadedPicture(request: FastifyRequest): Promise<Buffer> {
  const { content } = await uploadedFile(request, LARGEST_PICTURE / MEBIBYTE);
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk);
  const picture = Buffer.concat(chunks);
  if ((await checkPictureType(picture)) !== null) return picture;
  const message = 'Please send a picture: PNG, JPEG, WebP or GIF.';
  throw new UnsupportedMediaTypeException({ message, details: [{ field: 'file', message }] });
}

function isTooLarge(error: unknown): boolean {
  return !(error instanceof HttpException) && (error as { statusCode?: unknown } | null)?.statusCode === 413;
}

function tooLarge(largestMebibytes: number): PayloadTooLargeException {
  const message = `The file may be at most ${largestMebibytes} MB.`;
  return new PayloadTooLargeException({ message, details: [{ field: 'file', message }] });
}

function refused(message: string): BadRequestException {
  return new BadRequestException({ message, details: [{ field: 'file', message }] });
}
