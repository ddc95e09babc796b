import type { KeySecret } from '../../../stock/index.ts';

const LONGEST_TEXT = 500;
/** 1 MB as base64. */
const LONGEST_PICTURE = 1_398_104;
const PICTURES = ['image/png', 'image/jpeg', 'image/gif'] as const;
const starts: Readonly<Record<(typeof PICTURES)[number], string>> = { 'image/png': 'iVBOR', 'image/jpeg': '/9j/', 'image/gif': 'R0lGOD' };

/** A key to type in, or lines of an account; null for what cannot be one. */
export function textSecret(text: string): KeySecret | null {
  const key = text.trim().replaceAll(/\r\n?/g, '\n');
  return key === '' || key.length > LONGEST_TEXT || /[^\P{Cc}\n\t]/u.test(key) ? null : { kind: 'text', key };
}

/** A picture of a key, whose type shows in its first bytes; null for what is none. */
export function pictureSecret(base64: string): KeySecret | null {
  const mediaType = PICTURES.find((type) => base64.startsWith(starts[type]));
  if (mediaType === undefined || base64.length > LONGEST_PICTURE || !/^[\w+/]+=*$/.test(base64)) return null;
  return { kind: 'image', mediaType, base64 };
}
