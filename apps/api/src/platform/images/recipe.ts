import { createHash } from 'node:crypto';
import { COVER_WIDTHS, SCREENSHOT_WIDTHS } from '@keyturn/shop-rules';

/** Everything that a generated picture depends on. The same recipe always gives the same picture. */
export interface ImageRecipe {
  /** The drawing version: 4 are tiles, 1 to 3 pictures of the demo shop (`CoverArt`). */
  readonly v: number;
  readonly kind: 'tile' | 'wide-tile' | 'cover' | 'screenshot' | 'illustration' | 'blog';
  /** Of a tile its initials, of the others a title. */
  readonly title: string;
  readonly platform?: string;
  readonly category?: string;
  readonly genres?: readonly string[];
  readonly seed?: string;
}

export type ImageFormat = 'webp' | 'jpg';

/** The name that a recipe is stored and asked for under: the first 32 hex digits of the SHA-256 of its canonical JSON. */
export function imageId(recipe: ImageRecipe): string {
  const { v, kind, title, platform, category, genres, seed } = recipe;
  return createHash('sha256')
    .update(JSON.stringify([v, kind, title, platform ?? null, category ?? null, genres ?? [], seed ?? null]))
    .digest('hex')
    .slice(0, 32);
}

/** The name of an uploaded picture: a hash of its content, so that the same upload is stored once. */
export function uploadId(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 32);
}

/** Path on the API host, as in `mainImage`. JPEG is for e-mail programs, which may not know WebP. */
export function imagePath(id: string, width: number, format: ImageFormat = 'webp'): string {
  return `images/${id}-${width}.${format}`;
}

/** The id in a path of `imagePath`; null in any other text. */
export function imageIdIn(path: string): string | null {
  return /^images\/([0-9a-f]{32})-[1-9]\d{1,3}\.(?:webp|jpg)$/.exec(path)?.[1] ?? null;
}

/** Covers are 3:4, all others 16:9. */
export function isCover(kind: ImageRecipe['kind']): boolean {
  return kind === 'cover' || kind === 'tile';
}

/** Widths in pixels that a picture of this kind is served in. */
export function widthsOf(kind: ImageRecipe['kind']): readonly number[] {
  return isCover(kind) ? COVER_WIDTHS : SCREENSHOT_WIDTHS;
}
