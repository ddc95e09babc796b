import { imageId, imageIdIn } from '../../../../platform/images/recipe.ts';
import { tileRecipe } from '../../../../platform/images/tile.ts';
import type { ImportedImage } from '../../domain/imported-product.ts';
import { isRecord, type LineReader } from './line-reader.ts';

interface Pictures {
  readonly cover: ImportedImage;
  /** Ids of pictures. */
  readonly screenshots: readonly string[];
}

/**
 * The pictures that a line names by paths of this shop (`mainImage`, `images.screenshots[].url`), and a tile in place of a missing
 * cover. Pictures at other addresses are not fetched.
 */
export function picturesOf(reader: LineReader, line: Record<string, unknown>, product: { name: string; platform: string }): Pictures {
  const images = isRecord(line.images) ? line.images : {};
  const hasForeignCover = isRecord(images.cover) && typeof images.cover.url === 'string';
  const own = imageIdIn(reader.text('mainImage', 100) ?? '');
  if (own === null && (hasForeignCover || typeof line.coverImageOriginal === 'string'))
    reader.warn('pictures at other addresses are not fetched: a tile with the initials instead');
  const screenshots = Array.isArray(images.screenshots) ? images.screenshots : [];
  return {
    cover: own === null ? tile(product) : { id: own, recipe: null },
    screenshots: screenshots.flatMap((shot: unknown) =>
      isRecord(shot) && typeof shot.url === 'string' ? (imageIdIn(shot.url) ?? []) : [],
    ),
  };
}

function tile(product: { name: string; platform: string }): ImportedImage {
  const recipe = tileRecipe(product);
  return { id: imageId(recipe), recipe };
}
