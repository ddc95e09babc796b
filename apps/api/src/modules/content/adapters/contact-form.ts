import type { MultipartFile } from '@fastify/multipart';
import { BadRequestException, HttpException, PayloadTooLargeException, UnsupportedMediaTypeException } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

const LARGEST_FILE_BYTES = 5 * 1024 * 1024;
const limits = {
  fileSize: LARGEST_FILE_BYTES,
  files: 1,
  fields: 8,
  parts: 9,
  fieldNameSize: 100,
  fieldSize: 64 * 1024,
  headerPairs: 20,
} as const;

export interface SentForm {
  readonly fields: Record<string, unknown>;
  /** Unchecked: neither name nor content is validated. */
  readonly file: { readonly name: string; readonly content: Buffer } | null;
}

/** Reads a multipart form of text fields and at most one file, `file`. @throws 400, 413 or 415, naming the field where there is one */
export async function readForm(request: FastifyRequest): Promise<SentForm> {
  if (!request.isMultipart()) throw new UnsupportedMediaTypeException('Please send the form as multipart/form-data.');
  const fields = new Map<string, unknown>();
  let file: SentForm['file'] = null;
  try {
    for await (const part of request.parts({ limits, preservePath: true })) {
      if (part.type === 'file') {
        file = await readFile(part);
        continue;
      }
      if (part.fieldnameTruncated || part.valueTruncated) throw refused(part.fieldname.slice(0, 100), 'The text is too long.');
      if (fields.has(part.fieldname)) throw refused(part.fieldname, 'This field was sent twice.');
      fields.set(part.fieldname, part.value);
    }
  } catch (error) {
    throw error instanceof HttpException ? error : unreadable(error);
  }
  return { fields: Object.fromEntries(fields), file };
}

async function readFile(part: MultipartFile): Promise<SentForm['file']> {
  const content = await part.toBuffer();
  if (part.fieldname !== 'file') throw refused(part.fieldname.slice(0, 100), 'A file is taken in the field "file" only.');
  // A browser sends an empty part for a file that was not chosen.
  return content.length === 0 && !part.filename ? null : { name: part.filename, content };
}

function unreadable(error: unknown): HttpException {
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : null;
  if (status !== 413) return refused('body', 'The form could not be read.');
  const message = 'The file may be at most 5 MB, and only one.';
  return new PayloadTooLargeException({ message, details: [{ field: 'file', message }] });
}

function refused(field: string, message: string): BadRequestException {
  return new BadRequestException({ message, details: [{ field, message }] });
}
