import { imageId, imageIdIn } from '../../../../platform/images/recipe.ts';
import { tileRecipe } from '../../../../platform/images/tile.ts';
import { COVER_PLACE, type NamedPicture } from '../../domain/feed-pictures.ts';
import type { ImportedImage } from '../../domain/imported-product.ts';
import { isRecord, type LineReader } from './line-reader.ts';

interface Pictures {
  readonly cover: ImportedImage;
  /** Ids of pictures of this shop. */
  readonly screenshots: readonly string[];
  readonly namedPictures: readonly NamedPicture[];
}

const LONGEST_ADDRESS = 2000;
const MOST_FETCHED = 10;

/**
 * The pictures of a line: those of this shop by their paths (`mainImage`, `images.screenshots[].url`), and addresses of others, which a worker
 * fetches (`images.cover.url` or `coverImageOriginal`, and screenshots). Until then a tile is the cover.
 */
export function picturesOf(reader: LineReader, line: Record<string, unknown>, product: { name: string; platform: string }): Pictures {
  const images = isRecord(line.images) ? line.images : {};
  const own = imageIdIn(reader.text('mainImage', 100) ?? '');
  const coverAddress = own === null ? foreignCover(reader, images, line) : null;
  const screenshots = screenshotsOf(reader, images);
  return {
    cover: own === null ? tile(product) : { id: own, recipe: null },
    screenshots: screenshots.flatMap((shot) => shot.imageId ?? []),
    namedPictures: [
      ...(coverAddress === null ? [] : [{ place: COVER_PLACE, address: coverAddress, imageId: null }]),
      ...screenshots.map((shot, index) => ({ ...shot, place: index + 1 })),
    ],
  };
}

function foreignCover(reader: LineReader, images: Record<string, unknown>, line: Record<string, unknown>): string | null {
  const given = (isRecord(images.cover) ? images.cover.url : null) ?? line.coverImageOriginal ?? null;
  if (given === null || given === '') return null;
  const address = addressIn(given);
  if (address === null) reader.warn('the address of the cover cannot be used: a tile with the initials instead');
  return address;
}

/** In the order of the line; of several with one address the first. */
function screenshotsOf(reader: LineReader, images: Record<string, unknown>): Omit<NamedPicture, 'place'>[] {
  const urls = (Array.isArray(images.screenshots) ? images.screenshots : []).flatMap((shot: unknown) =>
    isRecord(shot) && typeof shot.url === 'string' ? shot.url : [],
  );
  const found: Omit<NamedPicture, 'place'>[] = [];
  let fetched = 0;
  for (const url of new Set(urls)) {
    const own = imageIdIn(url);
    const address = own === null ? addressIn(url) : url;
    if (address === null) reader.warn('a screenshot whose address cannot be used is left out');
    else if (own === null && fetched === MOST_FETCHED) reader.warn(`screenshots after the ${MOST_FETCHED}th are left out`);
    else {
      if (own === null) fetched += 1;
      found.push({ address, imageId: own });
    }
  }
  return found;
}

/** An address of http or https as it is written in a request; null for anything else. Whether it may be asked shows when it is. */
function addressIn(text: unknown): string | null {
  if (typeof text !== 'string' || !URL.canParse(text)) return null;
  const { href, protocol } = new URL(text);
  return href.length <= LONGEST_ADDRESS && (protocol === 'http:' || protocol === 'https:') ? href : null;
}

function tile(product: { name: string; platform: string }): ImportedImage {
  const recipe = tileRecipe(product);
  return { id: imageId(recipe), recipe };
}
