import { Injectable } from '@nestjs/common';
import { dictionary } from '@zxcvbn-ts/language-common';
import { CommonPasswords } from '../../application/ports.ts';

const listed: ReadonlySet<string> = new Set(dictionary['passwords-common']);

/** The 49,000 most common passwords of published leaks, as zxcvbn-ts ships them: 4 MB, read in 25 ms when the process starts. */
@Injectable()
export class ListedPasswords extends CommonPasswords {
  override has(word: string): boolean {
    return listed.has(word);
  }
}
