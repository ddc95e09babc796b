import type { z } from 'zod';
import type { KeySecret } from '../../../stock/index.ts';
import type { SupplierKey } from '../../application/ports.ts';

const LONGEST_TEXT = 500;
/** 1 MB as base64. */
const LONGEST_PICTURE = 1_398_104;
const PICTURES = ['image/png', 'image/jpeg', 'image/gif'] as const;
const starts: Readonly<Record<(typeof PICTURES)[number], string>> = { 'image/png': 'iVBOR', 'image/jpeg': '/9j/', 'image/gif': 'R0lGOD' };

/** The keys of a list. A row that cannot be read is a key that nobody can read, so that staff hear of it, and the others are delivered. */
export function keysOf<T>(rule: z.ZodType<T>, rows: readonly unknown[], keyOf: (row: T) => readonly SupplierKey[]): SupplierKey[] {
  return rows.flatMap((row, index) => {
    const { data } = rule.safeParse(row);
    return data === undefined ? [{ id: `unreadable-${index}`, secret: null }] : keyOf(data);
  });
}

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
