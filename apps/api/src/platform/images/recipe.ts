import { createHash } from 'node:crypto';
import { COVER_WIDTHS, SCREENSHOT_WIDTHS } from '@keyturn/shop-rules';

/** All that a drawn picture depends on. The same recipe gives the same picture for ever; a new way of drawing gets a new `v`. */
export interface ImageRecipe {
  /**
   * 2 draws a screenshot of the scene that the game's cover shows; 1 took any that suits the genres. 3 keeps the lettering of a cover
   * clear of the shop's chip, and leaves the platform to it; 1 named the platform itself.
   */
  readonly v: 1 | 2 | 3;
  readonly kind: 'cover' | 'screenshot' | 'illustration' | 'blog';
  readonly title: string;
  readonly platform?: string;
  readonly category?: string;
  readonly genres?: readonly string[];
  readonly seed: string;
}

/** What a picture needs to know about a product; names as on the wire. */
export interface PicturedProduct {
  readonly name?: string | null;
  readonly productName?: string | null;
  readonly originalName?: string | null;
  readonly platform?: string | null;
  readonly category?: string | null;
  readonly type?: string | null;
  readonly genres?: readonly string[] | null;
}

export type ImageFormat = 'webp' | 'jpg';

const SCREENSHOTS_PER_GAME = 3;
const LONGEST_TITLE = 120;

/** The name that a recipe is stored and asked for under: the first 32 hex digits of the SHA-256 of its canonical JSON. */
export function imageId(recipe: ImageRecipe): string {
  const { v, kind, title, platform, category, genres, seed } = recipe;
  return createHash('sha256')
    .update(JSON.stringify([v, kind, title, platform ?? null, category ?? null, genres ?? [], seed]))
    .digest('hex')
    .slice(0, 32);
}

/** The name of an uploaded picture: its content decides, so that one upload is stored once. */
export function uploadId(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 32);
}

/** Path on the API host, as `mainImage` carries it. JPEG is for e-mail programs, which may not know WebP. */
export function imagePath(id: string, width: number, format: ImageFormat = 'webp'): string {
  return `images/${id}-${width}.${format}`;
}

/** Widths that a picture of this kind is served in. */
export function widthsOf(kind: ImageRecipe['kind']): readonly number[] {
  return kind === 'cover' ? COVER_WIDTHS : SCREENSHOT_WIDTHS;
}

/** One game has one cover on every platform; an account's bears its mark, and a gift card the name of whose it is. */
export function coverRecipe(product: PicturedProduct): ImageRecipe {
  const title = pictureTitle(product);
  const category = pictureCategory(product);
  return {
    v: 3,
    kind: 'cover',
    title,
    ...(category === 'Gift Card' && product.platform ? { platform: product.platform } : {}),
    ...(category ? { category } : {}),
    ...(product.genres?.length ? { genres: product.genres } : {}),
    seed: coverSeed(title),
  };
}

/** Three views, without lettering, of the scene on the cover. Software and gift cards have none. */
export function screenshotRecipes(product: PicturedProduct): ImageRecipe[] {
  if (['Software', 'Gift Card'].includes(pictureCategory(product) ?? '')) return [];
  const title = pictureTitle(product);
  return Array.from({ length: SCREENSHOTS_PER_GAME }, (_, index) => ({
    v: 2,
    kind: 'screenshot',
    title,
    ...(product.genres?.length ? { genres: product.genres } : {}),
    seed: `${coverSeed(title)} ${index + 1}`,
  }));
}

/** Of the cover alone: every platform's cover, and each screenshot, is of one scene. */
export function coverSeed(title: string): string {
  return title.toLowerCase();
}

/** For an image block of a software's description. */
export function illustrationRecipe(title: string, seed: string): ImageRecipe {
  return { v: 1, kind: 'illustration', title: title.slice(0, LONGEST_TITLE), category: 'Software', seed };
}

export function blogRecipe(title: string, seed: string): ImageRecipe {
  return { v: 1, kind: 'blog', title: title.slice(0, LONGEST_TITLE), seed };
}

function pictureCategory(product: PicturedProduct): string | undefined {
  if (product.type === 'software') return 'Software';
  if (product.category) return product.category;
  return /\baccount\b/i.test(product.name ?? '') ? 'Account' : undefined;
}

/** Suppliers end names in the region, the platform and the kind of key: none of it belongs on a cover. */
function pictureTitle(product: PicturedProduct): string {
  const full = product.originalName || product.name || product.productName || '';
  const short = full
    .replace(
      /\s+(?:(?:EU|US|UK|ROW|RoW|TR|AR|PL|DE|EMEA|LATAM|NA|Global|PC|Steam|GOG|Epic Games|Ubisoft Connect|Uplay|EA App|Origin|XBOX|Xbox|One|Series X\|S|PS[345]|PSN|Nintendo Switch|Battle\.net|Windows 10\/11)\s+)*(?:CD Key|Key|Altergift|Gift|Account|Voucher)\s*$/u,
      '',
    )
    .trim();
  return [...(short || full)].slice(0, LONGEST_TITLE).join('');
}
