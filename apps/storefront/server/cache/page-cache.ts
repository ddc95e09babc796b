import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
/** Fast enough for every answer; files are compressed at full strength when they are built. */
const BROTLI_QUALITY = 5;

/** A page as it is sent, packed at most once for each encoding. */
export class Sheet {
  /** Weak: it names the page, however it is packed. */
  readonly etag: string;
  readonly #html: Buffer;
  readonly #packed = new Map<string, Promise<Buffer>>();

  constructor(html: string) {
    this.#html = Buffer.from(html);
    this.etag = `W/"${createHash('sha256').update(this.#html).digest('base64url').slice(0, 27)}"`;
  }

  /** Whether the browser has this very page, by what `If-None-Match` says. */
  isNamedIn(known = ''): boolean {
    const bare = (tag: string) => tag.trim().replace(/^W\//, '');
    return known.split(',').some((tag) => bare(tag) === bare(this.etag) || bare(tag) === '*');
  }

  /** `accepted` is what the request says of encodings. */
  async send(accepted: string): Promise<{ body: Buffer; encoding: 'br' | 'gzip' | null }> {
    const takes = (name: string) => new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(?:\\.0*)?(?:\\s*,|\\s*$))`).test(accepted);
    const encoding = takes('br') ? 'br' : takes('gzip') ? 'gzip' : null;
    if (encoding === null) return { body: this.#html, encoding };
    const packed = this.#packed.get(encoding) ?? this.#pack(encoding);
    this.#packed.set(encoding, packed);
    return { body: await packed, encoding };
  }

  #pack(encoding: 'br' | 'gzip'): Promise<Buffer> {
    return encoding === 'br' ? brotli(this.#html, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }) : gzipped(this.#html);
  }
}

/** Sheets of pages, each for as long as what it was made from is what the API says. What was asked for longest ago is forgotten first. */
export class Sheets {
  readonly #kept: LRUCache<string, { from: readonly unknown[]; sheet: Promise<Sheet> }>;

  /** Of so many pages at most. */
  constructor(most: number) {
    this.#kept = new LRUCache({ max: most });
  }

  /** `from` are the very values that the page is made from. What is not whole is sent to those who wait for it, and made anew for the next. */
  of(url: string, from: readonly unknown[], make: () => Promise<{ html: string; isWhole: boolean }>): Promise<Sheet> {
    const known = this.#kept.get(url);
    const isCurrent = known?.from.length === from.length && known.from.every((value, position) => value === from[position]);
    const kept = isCurrent ? known : { from, sheet: this.#made(url, make) };
    this.#kept.set(url, kept);
    return kept.sheet;
  }

  #made(url: string, make: () => Promise<{ html: string; isWhole: boolean }>): Promise<Sheet> {
    const forget = () => this.#kept.peek(url)?.sheet === sheet && this.#kept.delete(url);
    const sheet = make().then(
      ({ html, isWhole }) => {
        if (!isWhole) forget();
        return new Sheet(html);
      },
      (error: unknown) => {
        forget();
        throw error;
      },
    );
    return sheet;
  }
}
