import sharp, { type Sharp } from 'sharp';
import { decodeInTurn } from './decoding.ts';
import type { Pixels } from './ports.ts';
import type { ImageFormat } from './recipe.ts';

// Effort 2 costs half of 3 and a quarter of `smartSubsample`, for 4 % more bytes.
const WEBP = { quality: 80, effort: 2 };
const JPEG = { quality: 84, mozjpeg: true };

/** Of stored pictures: former versions took more than what an upload may have now. */
const MOST_STORED_PIXELS = 64_000_000;

// One thread per picture: more would cost more memory than they save time.
sharp.concurrency(1);
sharp.cache(false);

/** Encodes drawn pixels without transparency. */
export async function encodePixels({ pixels, width, height }: Pixels, format: ImageFormat): Promise<Buffer> {
  return encode(sharp(pixels, { raw: { width, height, channels: 4 } }).removeAlpha(), format);
}

/** Renders SVG text in the size that its root element names. */
export async function renderSvg(svg: string, format: ImageFormat): Promise<Buffer> {
  return encode(sharp(Buffer.from(svg)).removeAlpha(), format);
}

/** Scales an uploaded picture down to `width`; never up. @throws where the bytes are no picture, and TooMuchToDraw */
export async function resizeUpload(content: Uint8Array, width: number, format: ImageFormat): Promise<Buffer> {
  const picture = sharp(content, { limitInputPixels: MOST_STORED_PIXELS }).rotate().resize({ width, withoutEnlargement: true });
  return decodeInTurn(() => encode(picture, format));
}

/** Pixels of an uploaded picture as `resizeUpload` turns it. @throws where the bytes are no picture. */
export async function pictureSize(content: Uint8Array): Promise<{ width: number; height: number }> {
  const { autoOrient } = await sharp(content).metadata();
  return autoOrient;
}

function encode(picture: Sharp, format: ImageFormat): Promise<Buffer> {
  return (format === 'webp' ? picture.webp(WEBP) : picture.flatten({ background: '#0a0d12' }).jpeg(JPEG)).toBuffer();
}
