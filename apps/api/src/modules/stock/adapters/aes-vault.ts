import { createCipheriv, createDecipheriv, createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '../../../platform/config/config.ts';
import { type SealedKey, Vault } from '../application/ports.ts';
import { canonicalSecret, type KeySecret, normalisedKey } from '../domain/key-secret.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM with a random 96-bit nonce per key (NIST SP 800-38D §8.2.2); the tag follows the ciphertext. */
@Injectable()
export class AesVault extends Vault {
  // Created once: per key, it would be most of the memory of an upload of 100,000 keys.
  private readonly materials: ReadonlyMap<number, KeyObject>;
  private readonly version: number;
  private readonly fingerprints: KeyObject;

  constructor({ keyEncryptionKeys, keyEncryptionVersion, keyFingerprintSecret }: Config) {
    super();
    this.materials = new Map([...keyEncryptionKeys].map(([version, bytes]) => [version, createSecretKey(bytes)] as const));
    this.version = keyEncryptionVersion;
    this.fingerprints = createSecretKey(keyFingerprintSecret, 'utf8');
  }

  override seal(secret: KeySecret, context: string): SealedKey {
    const keyVersion = this.version;
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.material(keyVersion), nonce).setAAD(Buffer.from(context));
    const ciphertext = Buffer.concat([cipher.update(JSON.stringify(secret), 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return { ciphertext, nonce, keyVersion };
  }

  override open({ ciphertext, nonce, keyVersion }: SealedKey, context: string): KeySecret {
    const decipher = createDecipheriv('aes-256-gcm', this.material(keyVersion), nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(context))
      .setAuthTag(ciphertext.subarray(-TAG_BYTES));
    const plain = Buffer.concat([decipher.update(ciphertext.subarray(0, -TAG_BYTES)), decipher.final()]);
    return JSON.parse(plain.toString('utf8')) as KeySecret;
  }

  override fingerprint(secret: KeySecret): Buffer {
    return createHmac('sha256', this.fingerprints).update(canonicalSecret(secret)).digest();
  }

  override normalisedFingerprint(secret: KeySecret): Buffer | null {
    const key = normalisedKey(secret);
    return key === null ? null : createHmac('sha256', this.fingerprints).update(`normalised:${key}`).digest();
  }

  private material(version: number): KeyObject {
    const material = this.materials.get(version);
    if (!material) throw new Error(`KEY_ENCRYPTION_KEYS lacks version ${version}.`);
    return material;
  }
}
