import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);
/** Compression levels fast enough for every answer; files are compressed at the highest level during the build. */
const BROTLI_QUALITY = 5;

/** A page as it is sent, compressed at most once for each encoding. */
export class CompressedPage {
  /** Weak: it names the page, however it is compressed. */
  readonly etag: string;
  /** Of the HTML; all that is kept of the page takes about twice as many. */
  readonly bytes: number;
  readonly #html: Buffer;
  readonly #compressed = new Map<string, Promise<Buffer>>();

  constructor(html: string) {
    this.#html = Buffer.from(html);
    this.bytes = this.#html.length;
    this.etag = `W/"${createHash('sha256').update(this.#html).digest('base64url').slice(0, 27)}"`;
  }

  /** Whether `If-None-Match` matches this page. */
  isNamedIn(known = ''): boolean {
    const bare = (tag: string) => tag.trim().replace(/^W\//, '');
    return known.split(',').some((tag) => bare(tag) === bare(this.etag) || bare(tag) === '*');
  }

  /** `accepted`: the request's `Accept-Encoding`. */
  async send(accepted: string): Promise<{ body: Buffer; encoding: 'br' | 'gzip' | null }> {
    const takes = (name: string) => new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(?:\\.0*)?(?:\\s*,|\\s*$))`).test(accepted);
    const encoding = takes('br') ? 'br' : takes('gzip') ? 'gzip' : null;
    if (encoding === null) return { body: this.#html, encoding };
    const compressed = this.#compressed.get(encoding) ?? this.#compress(encoding);
    this.#compressed.set(encoding, compressed);
    return { body: await compressed, encoding };
  }

  #compress(encoding: 'br' | 'gzip'): Promise<Buffer> {
    return encoding === 'br'
      ? brotliAsync(this.#html, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
      : gzipAsync(this.#html);
  }
}

interface Entry {
  readonly from: readonly unknown[];
  readonly page: Promise<CompressedPage>;
  /** 0 while the page is being made. */
  bytes: number;
}

/** LRU cache of compressed pages, each valid as long as the API's answers are the same objects. */
export class PageCache {
  readonly #entries: LRUCache<string, Entry>;

  /** The maximum number of pages, and of bytes of their HTML. */
  constructor(most: number, mostBytes: number) {
    this.#entries = new LRUCache({ max: most, maxSize: mostBytes, sizeCalculation: ({ bytes }, url) => url.length + bytes });
  }

  /**
   * `from` are the values from which the page is rendered, compared by identity. Incomplete pages are sent to current requests, and rendered
   * again for the next.
   */
  of(url: string, from: readonly unknown[], make: () => Promise<{ html: string; isWhole: boolean }>): Promise<CompressedPage> {
    const known = this.#entries.get(url);
    const isCurrent = known?.from.length === from.length && known.from.every((value, position) => value === from[position]);
    if (isCurrent) return known.page;
    const entry: Entry = { from, page: this.#made(url, make), bytes: 0 };
    this.#entries.set(url, entry);
    return entry.page;
  }

  #made(url: string, make: () => Promise<{ html: string; isWhole: boolean }>): Promise<CompressedPage> {
    /** Null if the page has been replaced. */
    const forget = () => {
      const entry = this.#entries.peek(url);
      if (entry?.page !== page) return null;
      this.#entries.delete(url);
      return entry;
    };
    const page = make().then(
      ({ html, isWhole }) => {
        const made = new CompressedPage(html);
        const entry = forget();
        // The cache asks for the size of what is new in it alone.
        if (entry && isWhole) this.#entries.set(url, Object.assign(entry, { bytes: made.bytes }));
        return made;
      },
      (error: unknown) => {
        forget();
        throw error;
      },
    );
    return page;
  }
}
