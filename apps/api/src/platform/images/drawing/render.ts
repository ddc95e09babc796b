import { renderAsync } from '@resvg/resvg-js';
import sharp, { type Sharp } from 'sharp';
import { MOST_PIXELS } from '../judged-picture.ts';
import type { ImageFormat, ImageRecipe } from '../recipe.ts';
import { composeSvg } from './compose.ts';
import { fontFiles } from './fonts.ts';

// Effort 2 costs half of 3 and a quarter of `smartSubsample`, for 4 % more bytes.
const WEBP = { quality: 80, effort: 2 };
const JPEG = { quality: 84, mozjpeg: true };

// Pictures are made one per thread: many at once would keep more memory than they save time.
sharp.concurrency(1);
sharp.cache(false);

/** Draws a recipe `width` pixels wide. Drawing and encoding run off the event loop's thread. */
export async function renderRecipe(recipe: ImageRecipe, width: number, format: ImageFormat): Promise<Buffer> {
  const svg = composeSvg(recipe);
  const families = new Set(Array.from(svg.matchAll(/font-family="'([^']+)'"/g), ([, family = '']) => family));
  const drawn = await renderAsync(svg, {
    fitTo: { mode: 'width', value: width },
    font: { loadSystemFonts: false, fontFiles: families.size === 0 ? [] : fontFiles(families) },
    logLevel: 'off',
  });
  const picture = sharp(drawn.pixels, { raw: { width: drawn.width, height: drawn.height, channels: 4 } }).removeAlpha();
  return encode(picture, format);
}

/** Scales an uploaded picture down to `width`; never up. @throws where the bytes are no picture. */
export async function resizeUpload(content: Uint8Array, width: number, format: ImageFormat): Promise<Buffer> {
  return encode(sharp(content, { limitInputPixels: MOST_PIXELS }).rotate().resize({ width, withoutEnlargement: true }), format);
}

/** Pixels of an uploaded picture as `resizeUpload` turns it. @throws where the bytes are no picture. */
export async function pictureSize(content: Uint8Array): Promise<{ width: number; height: number }> {
  const { autoOrient } = await sharp(content).metadata();
  return autoOrient;
}

function encode(picture: Sharp, format: ImageFormat): Promise<Buffer> {
  return (format === 'webp' ? picture.webp(WEBP) : picture.flatten({ background: '#0a0d12' }).jpeg(JPEG)).toBuffer();
}
