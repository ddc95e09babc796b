import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Injectable } from '@nestjs/common';
import { bounded } from '../../../../shared/concurrency/bounded.ts';
import { ShopBusy } from '../../../../shared/shop-busy.ts';
import { Passwords } from '../../application/ports.ts';

/** About 80 ms on the machine that this was measured on; above OWASP's floor for Argon2id (46 MiB, one pass). */
const COST = { memory: 47_104, passes: 2, parallelism: 1, tagLength: 32 } as const;
const SALT_BYTES = 16;
const stored = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Of the four threads of a process that also resize pictures and look up names. */
const HASHED_AT_ONCE = 2;
/** Some five seconds of work: who signs up over and over from many addresses keeps nobody waiting for longer. */
const MOST_WAITING = 50;

const derive = promisify(argon2);

/**
 * Argon2id in the PHC string form, `$argon2id$v=19$m=…,t=…,p=…$salt$hash`, so that a raised cost reads older hashes. Too many at a time are
 * refused with ShopBusy.
 */
@Injectable()
export class Argon2Passwords extends Passwords {
  private readonly nobodysSalt = randomBytes(SALT_BYTES);
  private readonly inTurn = bounded(HASHED_AT_ONCE, MOST_WAITING, () => new ShopBusy());

  override async hash(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    const tag = await this.derive({ ...COST, message: bytesOf(password), nonce: salt });
    return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
  }

  override async isRight(password: string, hash: string | null): Promise<boolean> {
    const [, memory, passes, parallelism, salt, tag] = stored.exec(hash ?? '') ?? [];
    if (salt === undefined || tag === undefined) {
      await this.derive({ ...COST, message: bytesOf(password), nonce: this.nobodysSalt });
      return false;
    }
    const expected = Buffer.from(tag, 'base64');
    const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism), tagLength: expected.length };
    return timingSafeEqual(await this.derive({ ...cost, message: bytesOf(password), nonce: Buffer.from(salt, 'base64') }), expected);
  }

  private derive(parameters: Parameters<typeof derive>[1]): Promise<Buffer> {
    return this.inTurn(() => derive('argon2id', parameters));
  }
}

/** Phones and computers type the same letter as different code points. */
function bytesOf(password: string): Buffer {
  return Buffer.from(password.normalize('NFKC'));
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
