import { pipeline, Readable } from 'node:stream';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import { parse } from 'csv-parse';
import { unreadableForm } from '../../../../platform/http/requests/uploaded-file.ts';
import { checkPictureType } from '../../../../platform/images/picture-type-check.ts';
import type { UploadedKey } from '../../application/upload-keys.ts';
import type { KeySecret } from '../../domain/key-secret.ts';
import { encodingOf, inUtf8 } from './text-encoding.ts';

const LONGEST_KEY = 500;
const LARGEST_PICTURE_BYTES = 1_048_576;
const LONGEST_RECORD = 4 * LONGEST_KEY;
/** Control characters, and what a wrong encoding leaves behind. */
const UNREADABLE = /[\p{Cc}\uFFFD]/u;

/** How PDF, RTF, ZIP (and with it tables of Office), gzip, RAR and 7z begin; others have a zero byte early on. */
const NO_TEXT = /^(?:%PDF-|\{\\rtf|PK\u0003\u0004|\u001f\u008b|Rar!|7z\u00bc\u00af)/;

type Flaw = 'empty' | 'tooLong' | 'unreadable';
type Row = Readonly<Record<string, string>>;
/** A line of a table: its columns, or what is wrong with it. */
type Line = { readonly info: { readonly lines: number } } & ({ readonly record: Row } | { readonly flaw: Flaw });

/**
 * The keys of an upload, file by file and piece by piece, as they come: never more than a line, a picture and one chunk of the rest is held.
 * Each piece is read to its end before the next one is asked for.
 */
export async function* keysOf(parts: AsyncIterable<Multipart>): AsyncGenerator<Iterable<UploadedKey>> {
  for await (const part of parts) {
    try {
      if (part.type === 'field') yield* textKeys(part.fieldname, Readable.from([Buffer.from(pasted(String(part.value)))]));
      else if (isNamed(part, 'csv', 'text/csv')) yield* csvKeys(part);
      else if (/^image\//.test(part.mimetype) || /\.(?:png|jpe?g|gif|webp)$/i.test(part.filename)) yield [await pictureKey(part)];
      else yield* textKeys(part.filename, part.file);
    } catch (error) {
      throw unreadableForm(error);
    }
  }
}

/** The field of Swagger UI has one line: what is pasted there has blanks where its lines ended. */
function pasted(text: string): string {
  return text.trim().split(/\s+/).join('\n');
}

function isNamed({ filename, mimetype }: MultipartFile, ending: string, type: string): boolean {
  return filename.toLowerCase().endsWith(`.${ending}`) || mimetype === type;
}

async function* textKeys(file: string, content: Readable): AsyncGenerator<Iterable<UploadedKey>> {
  const { head, chunks } = await opened(content);
  if (!isText(head)) return yield [await noText(file, chunks)];
  const lines = new TextLines(file);
  for await (const chunk of chunks) yield lines.of(chunk);
  yield lines.rest();
}

/** The part of a file that shows its type, and all of it, both in UTF-8. Chunks end anywhere: the first may be a single byte. */
async function opened(content: Readable): Promise<{ head: Buffer; chunks: AsyncGenerator<Buffer> }> {
  const chunks = (content as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < LONGEST_RECORD) {
    const next = await chunks.next();
    if (next.done === true) break;
    head = Buffer.concat([head, next.value]);
  }
  const encoding = encodingOf(head);
  const all = prepended(head, chunks);
  if (encoding === 'utf-8') return { head, chunks: all };
  return { head: Buffer.from(new TextDecoder(encoding).decode(head)), chunks: inUtf8(all, encoding) };
}

async function* prepended(head: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield head;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

/** Tables, archives and documents have lines here and there that read like keys: none of them may come on sale. */
function isText(head: Buffer): boolean {
  return !head.subarray(0, LONGEST_RECORD).includes(0) && !NO_TEXT.test(head.toString('latin1', 0, 8));
}

async function noText(file: string, chunks: AsyncGenerator<Buffer>): Promise<UploadedKey> {
  // To its end, as the next part comes after it.
  while ((await chunks.next()).done !== true);
  return { file, line: 1, product: null, flaw: 'unreadable' };
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
      yield this.toKey(text.slice(from, end));
      from = end + 1;
    }
    this.left = text.slice(from);
    if (this.left.length <= LONGEST_RECORD) return;
    this.isTooLong = true;
    this.left = '';
  }

  *rest(): Generator<UploadedKey> {
    this.left += this.decoder.decode();
    if (this.left !== '' || this.isTooLong) yield this.toKey(this.left);
  }

  private toKey(text: string): UploadedKey {
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
  const { head, chunks } = await opened(content);
  if (!isText(head)) return yield [await noText(file, chunks)];
  let unnamed: '' | null = null;
  let hasKeys = true;
  const rows = parse({
    columns: (names: string[]) => {
      const columns = names.map((name) => name.trim());
      if (columns.some((name) => name === 'kinguinId' || name === '_id')) unnamed = '';
      hasKeys = columns.includes('key') || (columns.includes('login') && columns.includes('password'));
      return columns;
    },
    bom: true,
    delimiter: delimiterOf(head),
    trim: true,
    info: true,
    relax_column_count: true,
    skip_records_with_error: true,
    max_record_size: LONGEST_RECORD,
  });
  // Among the others, in their order: held here, the broken lines of a large file would take all memory, and nobody would count them.
  rows.on('skip', (error: { lines?: number; code?: string } | undefined) =>
    rows.push({ info: { lines: error?.lines ?? 0 }, flaw: error?.code === 'CSV_MAX_RECORD_SIZE' ? 'tooLong' : 'unreadable' }),
  );
  // Without a column of keys the rest is read to its end, but not as a table.
  const wanted = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) if (hasKeys) yield chunk;
  };
  // What breaks the stream itself (a file that is too large, or breaks off) ends the reading with its own error.
  pipeline(wanted, rows, () => undefined);
  for await (const one of rows as AsyncIterable<Line>) {
    if (!hasKeys) continue;
    const line = one.info.lines;
    if ('flaw' in one) {
      yield [{ file, line, product: null, flaw: one.flaw }];
      continue;
    }
    const { record } = one;
    const product = record.kinguinId || record._id || unnamed;
    const secret = product && UNREADABLE.test(product) ? 'unreadable' : secretOf(record);
    yield [{ file, line, product, ...(typeof secret === 'string' ? { flaw: secret } : { secret }) }];
  }
  if (!hasKeys) yield [{ file, line: 1, product: null, flaw: 'noColumn' }];
}

/** What stands between the columns of the first line: tables are saved with semicolons where a comma stands in numbers. */
function delimiterOf(head: Buffer): string {
  const [names = ''] = head.toString('utf8', 0, LONGEST_RECORD).split('\n', 1);
  return [',', ';', '\t'].find((delimiter) => names.includes(delimiter)) ?? ',';
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
  const mediaType = await checkPictureType(picture);
  if (mediaType === null || mediaType === 'image/webp') return { ...place, flaw: 'unreadable' };
  return { ...place, secret: { kind: 'image', mediaType, base64: picture.toString('base64') } };
}
