import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '../../../platform/config/config.ts';
import { GuestLinks } from '../application/guest-links.ts';

const PURPOSE = 'keyturn guest order link';
const wellFormed = /^(\d{1,4})-([0-9a-z]{26})-([\w-]{43})$/;

/**
 * `version-order-signature`. The signing key is drawn from the key-encryption key of that version, under a purpose of its own:
 * a link opens what that key opens, and lives as long as the key is kept.
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

  override tokenOf(orderId: string): string {
    return `${this.current}-${orderId}-${this.sign(this.current, orderId)}`;
  }

  override orderIdOf(token: string): string | null {
    const [, version, orderId, given] = wellFormed.exec(token) ?? [];
    if (version === undefined || orderId === undefined || given === undefined) return null;
    const expected = this.sign(Number(version), orderId);
    // Letters are compared, not bytes: several spellings of base64 would decode to one signature.
    return expected !== null && timingSafeEqual(Buffer.from(given), Buffer.from(expected)) ? orderId : null;
  }

  private sign(version: number, orderId: string): string | null {
    const key = this.keys.get(version);
    return key ? createHmac('sha256', key).update(`${version}-${orderId}`).digest('base64url') : null;
  }
}
