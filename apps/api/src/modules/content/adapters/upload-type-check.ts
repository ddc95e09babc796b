import { BadRequestException, UnsupportedMediaTypeException } from '@nestjs/common';
import { fileTypeFromBuffer } from 'file-type';
import { decodeInTurn } from '../../../platform/images/decoding.ts';
import { isArchiveToo, checkPictureType, MARKUP } from '../../../platform/images/picture-type-check.ts';
import type { ContactFile } from '../application/contact.ts';
import { isPlainPdf } from './plain-pdf.ts';

/** What may be attached, by what it is, with the endings that go with it; the first is given to a name without one. */
const endingsOf: Readonly<Record<string, readonly string[]>> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg', 'jfif'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
  'application/pdf': ['pdf'],
  'text/plain': ['txt', 'log'],
};
/** An extension in the middle of a name, which a program or a person could take for the last one. */
const INNER_ENDING =
  /\.(?:exe|com|scr|pif|bat|cmd|msi|dll|cpl|lnk|url|hta|js|jse|mjs|vbs|vbe|wsf|ps1|psm1|sh|bash|py|pl|rb|php\d?|phtml|phar|asp|aspx|jsp|jar|app|apk|html?|xhtml|shtml|svgz?|xml|xsl|mht|zip|rar|7z|gz|tar|iso|img|docm|xlsm|pptm|png|jpe?g|webp|gif|pdf|txt)(?=\.)/i;
const LONGEST_NAME = 100;

/** A file that may be stored and mailed, checked by its content. @throws 400 for its name, 415 for what it is, TooMuchToDraw */
export async function checkUploadType(name: string, content: Buffer): Promise<ContactFile> {
  const given = cleanName(name);
  const type = await typeOf(content);
  const endings = type === null ? undefined : endingsOf[type];
  if (type === null || !endings) throw unsupported();
  const ending = /\.([^.]+)$/.exec(given)?.[1]?.toLowerCase();
  if (ending !== undefined && !endings.includes(ending)) throw unsupported();
  return { name: ending === undefined ? `${given}.${endings[0]}` : given, type, content };
}

function cleanName(name: string): string {
  const given = name.normalize('NFC').trim();
  const isPath = /[/\\:]|^\.|\.\./.test(given);
  // Control characters, and bidirectional marks, which can hide an extension.
  const isDisguised = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(given) || INNER_ENDING.test(given) || /[. ]$/.test(given);
  if (given === '' || given.length > LONGEST_NAME || isPath || isDisguised) {
    const message = 'Please give the file a plain name, with one ending.';
    throw new BadRequestException({ message, details: [{ field: 'file', message }] });
  }
  return given.replace(/[^\p{L}\p{N} ._()-]/gu, '_');
}

/** Null for what may not be attached, disguised or not. */
async function typeOf(content: Buffer): Promise<string | null> {
  const found = await fileTypeFromBuffer(content).catch(() => undefined);
  if (found === undefined) return isPlainText(content) ? 'text/plain' : null;
  if (!(found.mime in endingsOf) || isArchiveToo(content)) return null;
  if (found.mime === 'application/pdf') return (await decodeInTurn(() => isPlainPdf(content))) ? found.mime : null;
  return checkPictureType(content);
}

function isPlainText(content: Buffer): boolean {
  if (content.length === 0) return false;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return false;
  }
  return !/[^\P{Cc}\t\n\r\f]/u.test(text) && !MARKUP.test(text) && !/^\s*(?:#!|<\?|%!PS|%PDF)/.test(text);
}

function unsupported(): UnsupportedMediaTypeException {
  const message = 'Please attach a picture (PNG, JPEG, WebP, GIF), a PDF or a plain text.';
  return new UnsupportedMediaTypeException({ message, details: [{ field: 'file', message }] });
}
