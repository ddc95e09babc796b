import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '../../../platform/config/config.ts';
import { Sealer } from '../../../platform/encryption/sealer.ts';
import { type SealedKey, Vault } from '../application/ports.ts';
import { canonicalSecret, type KeySecret, normalisedKey } from '../domain/key-secret.ts';

@Injectable()
export class AesVault extends Vault {
  private readonly sealer: Sealer;
  private readonly fingerprints: KeyObject;

  constructor(config: Config) {
    super();
    this.sealer = new Sealer(config);
    this.fingerprints = createSecretKey(config.keyFingerprintSecret, 'utf8');
  }

  override seal(secret: KeySecret, context: string): SealedKey {
    return this.sealer.seal(JSON.stringify(secret), context);
  }

  override open(sealed: SealedKey, context: string): KeySecret {
    return JSON.parse(this.sealer.open(sealed, context)) as KeySecret;
  }

  override fingerprint(secret: KeySecret): Buffer {
    return createHmac('sha256', this.fingerprints).update(canonicalSecret(secret)).digest();
  }

  override normalisedFingerprint(secret: KeySecret): Buffer | null {
    const key = normalisedKey(secret);
    return key === null ? null : createHmac('sha256', this.fingerprints).update(`normalised:${key}`).digest();
  }
}
