import type { Readable } from 'node:stream';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import { parse } from 'csv-parse';
import { judgedPicture } from '../../../platform/images/judged-picture.ts';
import type { UploadedKey } from '../application/upload-keys.ts';
import type { KeySecret } from '../domain/key-secret.ts';

export const LONGEST_KEY = 500;
export const LARGEST_PICTURE_BYTES = 1_048_576;
const LONGEST_RECORD = 4 * LONGEST_KEY;
/** Control characters, and what a wrong encoding leaves behind. */
const UNREADABLE = /[\p{Cc}\uFFFD]/u;

type Flaw = 'empty' | 'tooLong' | 'unreadable';
type Row = Readonly<Record<string, string>>;

/**
 * The keys of an upload, file by file and piece by piece, as they come: never more than a line, a picture and one chunk of the rest is held.
 * Each piece is read to its end before the next one is asked for.
 */
export async function* keysOf(parts: AsyncIterable<Multipart>): AsyncGenerator<Iterable<UploadedKey>> {
  for await (const part of parts) {
    if (part.type === 'field') yield* textKeys(part.fieldname, [Buffer.from(pasted(String(part.value)))]);
    else if (isNamed(part, 'csv', 'text/csv')) yield* csvKeys(part);
    else if (/^image\//.test(part.mimetype) || /\.(?:png|jpe?g|gif|webp)$/i.test(part.filename)) yield [await pictureKey(part)];
    else yield* textKeys(part.filename, part.file);
  }
}

/** The field of Swagger UI has one line: what is pasted there has blanks where its lines ended. */
function pasted(text: string): string {
  return text.trim().split(/\s+/).join('\n');
}

function isNamed({ filename, mimetype }: MultipartFile, ending: string, type: string): boolean {
  return filename.toLowerCase().endsWith(`.${ending}`) || mimetype === type;
}

async function* textKeys(file: string, chunks: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Iterable<UploadedKey>> {
  const lines = new TextLines(file);
  for await (const chunk of chunks) yield lines.of(chunk);
  yield lines.rest();
}

/** One key a line. What a chunk holds is read line by line as it is asked for: 100,000 promises would cost more than their lines. */
class TextLines {
  private readonly decoder = new TextDecoder('utf-8');
  private line = 0;
  private left = '';
  private isTooLong = false;

  constructor(private readonly file: string) {}

  *of(chunk: Buffer): Generator<UploadedKey> {
    const text = this.left + this.decoder.decode(chunk, { stream: true });
    let from = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      yield this.told(text.slice(from, end));
      from = end + 1;
    }
    this.left = text.slice(from);
    if (this.left.length <= LONGEST_RECORD) return;
    this.isTooLong = true;
    this.left = '';
  }

  *rest(): Generator<UploadedKey> {
    this.left += this.decoder.decode();
    if (this.left !== '' || this.isTooLong) yield this.told(this.left);
  }

  private told(text: string): UploadedKey {
    this.line += 1;
    const key = text.trim();
    const flaw = this.isTooLong ? 'tooLong' : flawOf(key);
    this.isTooLong = false;
    return { file: this.file, line: this.line, product: null, ...(flaw === null ? { secret: { kind: 'text', key } } : { flaw }) };
  }
}

/** Columns `key`, or `login`, `password` and perhaps `mail`; `kinguinId` or `_id` where lines name their own products. */
export async function* csvKeys({
  filename: file,
  file: content,
}: {
  readonly filename: string;
  readonly file: Readable;
}): AsyncGenerator<Iterable<UploadedKey>> {
  let unnamed: '' | null = null;
  const broken: { line: number; flaw: Flaw }[] = [];
  const rows = parse({
    columns: (names: string[]) => {
      const columns = names.map((name) => name.trim());
      if (columns.some((name) => name === 'kinguinId' || name === '_id')) unnamed = '';
      return columns;
    },
    bom: true,
    trim: true,
    info: true,
    relax_column_count: true,
    skip_records_with_error: true,
    max_record_size: LONGEST_RECORD,
  });
  rows.on('skip', (error: { lines?: number; code?: string } | undefined) =>
    broken.push({ line: error?.lines ?? 0, flaw: error?.code === 'CSV_MAX_RECORD_SIZE' ? 'tooLong' : 'unreadable' }),
  );
  // What breaks the stream itself (a file that is too large) ends the reading with its own error.
  content.on('error', (error) => rows.destroy(error));
  content.pipe(rows);
  const told = function* (): Generator<UploadedKey> {
    for (const { line, flaw } of broken.splice(0)) yield { file, line, product: null, flaw };
  };
  for await (const { record, info } of rows as AsyncIterable<{ record: Row; info: { lines: number } }>) {
    if (broken.length > 0) yield told();
    const product = record.kinguinId || record._id || unnamed;
    const secret = product && UNREADABLE.test(product) ? 'unreadable' : secretOf(record);
    yield [{ file, line: info.lines, product, ...(typeof secret === 'string' ? { flaw: secret } : { secret }) }];
  }
  yield told();
}

function secretOf({ key, login, password, mail = '' }: Row): KeySecret | Flaw {
  if (key) return flawOf(key) ?? { kind: 'text', key };
  if (!login && !password) return 'empty';
  if (!login || !password) return 'unreadable';
  const flaws = [flawOf(login), flawOf(password), mail === '' ? null : flawOf(mail)];
  return flaws.find((flaw) => flaw !== null) ?? { kind: 'account', login, password, mail };
}

function flawOf(text: string): Flaw | null {
  if (text === '') return 'empty';
  if (text.length > LONGEST_KEY) return 'tooLong';
  return UNREADABLE.test(text) ? 'unreadable' : null;
}

async function pictureKey({ filename: file, file: content }: MultipartFile): Promise<UploadedKey> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= LARGEST_PICTURE_BYTES) chunks.push(chunk);
  }
  const place = { file, line: 1, product: null };
  if (size === 0) return { ...place, flaw: 'empty' };
  if (size > LARGEST_PICTURE_BYTES) return { ...place, flaw: 'tooLong' };
  const picture = Buffer.concat(chunks);
  const mediaType = await judgedPicture(picture);
  if (mediaType === null || mediaType === 'image/webp') return { ...place, flaw: 'unreadable' };
  return { ...place, secret: { kind: 'image', mediaType, base64: picture.toString('base64') } };
}
