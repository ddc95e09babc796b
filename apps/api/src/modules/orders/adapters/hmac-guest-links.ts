import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '../../../platform/config/config.ts';
import { GuestLinks, type LinkedOrder } from '../application/guest-links.ts';

const PURPOSE = 'keyturn guest order link';
const wellFormed = /^(\d{1,4})(?:r([1-9]\d{0,5}))?-([0-9a-z]{26})-([\w-]{43})$/;

/**
 * `version-order-signature`; after the e-mail of the order was changed `version` `r` `round`, all of it signed. The signing key is derived
 * from the key-encryption key of that version, for this purpose only: a link is valid as long as that key is configured.
 */
@Injectable()
export class HmacGuestLinks extends GuestLinks {
  private readonly keys: ReadonlyMap<number, Buffer>;
  private readonly current: number;

  constructor(config: Config) {
    super();
    this.keys = new Map(
      [...config.keyEncryptionKeys].map(([version, key]) => [version, Buffer.from(hkdfSync('sha256', key, '', PURPOSE, 32))] as const),
    );
    this.current = config.keyEncryptionVersion;
  }

  override tokenOf({ id, linkRound }: LinkedOrder): string {
    const words = `${this.current}${linkRound === 0 ? '' : `r${linkRound}`}-${id}`;
    return `${words}-${this.sign(this.current, words)}`;
  }

  override read(token: string): LinkedOrder | null {
    const [, version, round = '0', id, given] = wellFormed.exec(token) ?? [];
    if (version === undefined || id === undefined || given === undefined) return null;
    const expected = this.sign(Number(version), token.slice(0, -given.length - 1));
    // Compares text, not bytes: several base64 texts decode to one signature.
    return expected !== null && timingSafeEqual(Buffer.from(given), Buffer.from(expected)) ? { id, linkRound: Number(round) } : null;
  }

  private sign(version: number, words: string): string | null {
    const key = this.keys.get(version);
    return key ? createHmac('sha256', key).update(words).digest('base64url') : null;
  }
}
