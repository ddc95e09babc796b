import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { decodeInTurn } from './decoding.ts';

const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;
export type PictureType = (typeof PICTURE_TYPES)[number];

/** Bytes of a file, uploaded or fetched. */
export const LARGEST_PICTURE = 10 * 1_048_576;
/** What is taken: more than screens and shops have, and 100 MB when it is decoded. */
const MOST_PIXELS = 25_000_000;
/** Each scan of a JPEG goes through the whole picture, whatever few bytes it has. Encoders make some ten. */
const MOST_SCANS = 100;
const START_OF_SCAN = Buffer.from('ffda', 'hex');
/** Where PDF readers look for their header, and ZIP readers for their directory. */
const PDF_HEAD_BYTES = 1024;
const ZIP_TAIL_BYTES = 65_557;
export const MARKUP = /<\s*(?:script|html|svg|iframe|body|!doctype|\?php)/i;

/**
 * The type of a picture of at most 25 megapixels that decodes and has no other content (a polyglot file); null for anything else.
 * @throws TooMuchToDraw where many are checked at a time
 */
export async function checkPictureType(content: Buffer): Promise<PictureType | null> {
  const found = await fileTypeFromBuffer(content).catch(() => undefined);
  const type = PICTURE_TYPES.find((known) => known === found?.mime);
  return type !== undefined && !isArchiveToo(content) && (await isPictureOnly(content, type)) ? type : null;
}

/** A ZIP is read from its end, whatever precedes it. */
export function isArchiveToo(content: Buffer): boolean {
  return content.subarray(-ZIP_TAIL_BYTES).includes('PK\x05\x06', 0, 'latin1');
}

async function isPictureOnly(content: Buffer, type: PictureType): Promise<boolean> {
  if (type === 'image/jpeg' && hasManyScans(content)) return false;
  const text = content.toString('latin1');
  if (text.slice(0, PDF_HEAD_BYTES).includes('%PDF-') || MARKUP.test(text) || !endsAsPicture(content, type)) return false;
  return decodeInTurn(() =>
    sharp(content, { failOn: 'error', limitInputPixels: MOST_PIXELS, pages: 1 })
      .resize(8, 8, { fit: 'fill' })
      .toBuffer()
      .then(
        () => true,
        () => false,
      ),
  );
}

/** In what a scan holds these two bytes never occur (ITU T.81, B.1.1.5); in what else a file holds they are rare. */
function hasManyScans(jpeg: Buffer): boolean {
  let scans = 0;
  for (let at = jpeg.indexOf(START_OF_SCAN); at !== -1 && scans <= MOST_SCANS; at = jpeg.indexOf(START_OF_SCAN, at + 2)) scans += 1;
  return scans > MOST_SCANS;
}

/** Nothing follows the picture. */
function endsAsPicture(content: Buffer, type: PictureType): boolean {
  switch (type) {
    case 'image/png':
      return content.subarray(-12).equals(Buffer.from('0000000049454e44ae426082', 'hex'));
    case 'image/jpeg':
      return content.subarray(-2).equals(Buffer.from('ffd9', 'hex'));
    case 'image/gif':
      return content.at(-1) === 0x3b;
    case 'image/webp':
      return content.length >= 12 && Math.abs(content.readUInt32LE(4) + 8 - content.length) <= 1;
  }
}
