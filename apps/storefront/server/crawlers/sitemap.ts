import { promisify } from 'node:util';
import { createGunzip, createGzip, gzip } from 'node:zlib';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import type { BlogPostCard, InfoPageLink } from '@keyturn/api-client';
import { blogPath, infoPath, MOST_IN_SITEMAP_FILE, pageHeads, PLATFORMS, productPath } from '@keyturn/shop-rules';
import { escapeHtml } from '../head/head-tags.ts';

const CACHED_MS = 3_600_000;
/** After a failure the older file serves this long before the API is asked again. */
const RETRY_MS = 30_000;
const TIMEOUT_MS = 10_000;
/** A full file is less than 1 MB compressed: this many are ten million products. */
const MOST_CACHED = 200;

const gzipped = promisify(gzip);

interface SitemapOrigins {
  storefrontOrigin: string;
  apiInternalOrigin: string;
}

interface Part {
  readonly after: string;
  readonly lastChangeAt: string;
}

interface ProductsPage {
  readonly products: readonly { _id: string; kinguinId: number | null; name: string; updatedAt: string }[];
  readonly next: string | null;
}

/**
 * The sitemap index and its parts, compressed by gzip. A part is streamed page by page from the API, so that only one page and the
 * compressed file are in memory. Each is cached for an hour; if the API fails, the stale one is served.
 */
export class Sitemap {
  readonly #origins: SitemapOrigins;
  readonly #now: () => number;
  readonly #cached = new LRUCache<string, { file: Promise<Buffer | null>; until: number }>({ max: MOST_CACHED });

  constructor(origins: SitemapOrigins, now: () => number = () => performance.now()) {
    this.#origins = origins;
    this.#now = now;
  }

  /** A file of the sitemap by its path, compressed; null if there is none. @throws if the API fails and nothing is cached. */
  async file(path: string): Promise<Buffer | null> {
    if (path === '/sitemap.xml') return this.#keep(path, () => this.#index());
    if (path === '/sitemap/pages.xml') return this.#keep(path, () => this.#pages());
    const number = /^\/sitemap\/products-([1-9]\d{0,4})\.xml$/.exec(path)?.[1];
    if (number === undefined) return null;
    const parts = await this.#parts();
    const part = parts[Number(number) - 1];
    return part ? this.#keep(path, () => this.#products(part, parts[Number(number)])) : null;
  }

  /** Piece by piece, as fast as it is read: a file has 8 MB, and clients that ask for many and read none would fill the memory. */
  static unpacked(file: Buffer): Readable {
    const unpacking = createGunzip();
    unpacking.end(file);
    return unpacking;
  }

  async #keep(path: string, make: () => Promise<Buffer>): Promise<Buffer | null> {
    const cached = this.#cached.get(path);
    if (cached && cached.until > this.#now()) return cached.file;
    const renewed = { file: make() as Promise<Buffer | null>, until: this.#now() + CACHED_MS };
    renewed.file = renewed.file.catch(async (error: unknown) => {
      if (!cached) {
        this.#cached.delete(path);
        throw error;
      }
      renewed.until = this.#now() + RETRY_MS;
      return cached.file;
    });
    this.#cached.set(path, renewed);
    return renewed.file;
  }

  async #parts(): Promise<readonly Part[]> {
    const text = await this.#keep('parts', async () => Buffer.from(JSON.stringify(await this.#read('/sitemap/parts'))));
    return JSON.parse(String(text)) as Part[];
  }

  async #index(): Promise<Buffer> {
    const parts = await this.#parts();
    const files = [
      { path: '/sitemap/pages.xml' },
      ...parts.map(({ lastChangeAt }, index) => ({ path: `/sitemap/products-${index + 1}.xml`, lastChangeAt })),
    ];
    return gzipped(`${open('sitemapindex')}${files.map((file) => this.#entry('sitemap', file)).join('')}</sitemapindex>\n`);
  }

  /** Home, lists that hold something, pages of content and posts. */
  async #pages(): Promise<Buffer> {
    const hasGames = async (platform: string) => {
      const { totalPages } = await this.#read<{ totalPages: number }>(`/products/kinguin/${encodeURIComponent(platform)}?limit=1`);
      return totalPages > 0;
    };
    const [filled, pages, posts] = await Promise.all([
      Promise.all(PLATFORMS.map(async (platform) => ((await hasGames(platform)) ? [platform] : []))),
      this.#read<InfoPageLink[]>('/pages/pages'),
      this.#read<BlogPostCard[]>('/blog/'),
    ]);
    const [latest] = posts
      .map(({ date }) => date)
      .toSorted()
      .reverse();
    const entries = [
      { path: pageHeads.home.canonicalPath },
      ...[...filled.flat().map((platform) => pageHeads.platform(platform)), pageHeads.software(), pageHeads.allGames()].map(
        ({ canonicalPath = '' }) => ({ path: canonicalPath }),
      ),
      { path: pageHeads.guide.canonicalPath },
      { path: pageHeads.contact.canonicalPath },
      ...pages.map(({ name }) => ({ path: infoPath(name) })),
      ...(latest === undefined ? [] : [{ path: pageHeads.blog.canonicalPath, lastChangeAt: latest }]),
      ...posts.map(({ uniqueRoute, date }) => ({ path: blogPath(uniqueRoute), lastChangeAt: date })),
    ];
    return gzipped(`${open('urlset')}${entries.map((entry) => this.#entry('url', entry)).join('')}</urlset>\n`);
  }

  async #products(part: Part, following: Part | undefined): Promise<Buffer> {
    const packing = createGzip();
    const packed: Buffer[] = [];
    packing.on('data', (chunk: Buffer) => packed.push(chunk));
    const done = once(packing, 'end');
    packing.write(open('urlset'));
    // Products added since the parts were counted wait for the next count.
    let room = MOST_IN_SITEMAP_FILE;
    for (let after: string | null = part.after; after !== null;) {
      const page: ProductsPage = await this.#read(`/sitemap/products?after=${encodeURIComponent(after)}`);
      const inside = page.products.filter(({ _id }) => !following || _id <= following.after).slice(0, room);
      room -= inside.length;
      packing.write(
        inside
          .map(({ _id, kinguinId, name, updatedAt }) =>
            this.#entry('url', { path: productPath({ _id, kinguinId, name }), lastChangeAt: updatedAt }),
          )
          .join(''),
      );
      after = inside.length < page.products.length ? null : page.next;
    }
    packing.end('</urlset>\n');
    await done;
    return Buffer.concat(packed);
  }

  #entry(tag: 'url' | 'sitemap', { path, lastChangeAt }: { path: string; lastChangeAt?: string }): string {
    const change = lastChangeAt === undefined ? '' : `<lastmod>${escapeHtml(lastChangeAt)}</lastmod>`;
    return `<${tag}><loc>${escapeHtml(this.#origins.storefrontOrigin + path)}</loc>${change}</${tag}>\n`;
  }

  async #read<Answer>(path: string): Promise<Answer> {
    const response = await fetch(this.#origins.apiInternalOrigin + path, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' });
    if (!response.ok) throw new Error(`The API answered ${response.status} at ${path}.`);
    return (await response.json()) as Answer;
  }
}

function open(tag: 'urlset' | 'sitemapindex'): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${tag} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n`;
}
