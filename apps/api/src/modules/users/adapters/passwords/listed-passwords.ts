import { createRequire } from 'node:module';
import { Injectable } from '@nestjs/common';
import type * as LanguageCommon from '@zxcvbn-ts/language-common';
import { CommonPasswords } from '../../application/ports.ts';

const require = createRequire(import.meta.url);

/**
 * The 49,000 most common passwords of published leaks, as zxcvbn-ts ships them. Read in 25 ms when somebody first chooses a password: they
 * take 17 MB of memory, which workers and most API processes never need.
 */
@Injectable()
export class ListedPasswords extends CommonPasswords {
  private listed: ReadonlySet<string> | null = null;

  override has(word: string): boolean {
    this.listed ??= new Set((require('@zxcvbn-ts/language-common') as typeof LanguageCommon).dictionary['passwords-common']);
    return this.listed.has(word);
  }
}
