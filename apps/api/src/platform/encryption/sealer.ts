import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { Config } from '../config/config.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface SealedText {
  readonly ciphertext: Buffer;
  readonly nonce: Buffer;
  /** Which of `KEY_ENCRYPTION_KEYS` sealed it. */
  readonly keyVersion: number;
}

/**
 * Encrypts texts at rest with `KEY_ENCRYPTION_KEYS`: AES-256-GCM with a random 96-bit nonce each (NIST SP 800-38D §8.2.2); the tag follows the
 * ciphertext. `context` binds a ciphertext to its row: it opens nowhere else.
 */
export class Sealer {
  // Created once: per text, it would be most of the memory of an upload of 100,000 keys.
  private readonly materials: ReadonlyMap<number, KeyObject>;
  private readonly version: number;

  constructor({ keyEncryptionKeys, keyEncryptionVersion }: Pick<Config, 'keyEncryptionKeys' | 'keyEncryptionVersion'>) {
    this.materials = new Map([...keyEncryptionKeys].map(([version, bytes]) => [version, createSecretKey(bytes)] as const));
    this.version = keyEncryptionVersion;
  }

  seal(text: string, context: string): SealedText {
    const keyVersion = this.version;
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.material(keyVersion), nonce).setAAD(Buffer.from(context));
    const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return { ciphertext, nonce, keyVersion };
  }

  /** @throws Error when the key version is unknown or the data was changed. */
  open({ ciphertext, nonce, keyVersion }: SealedText, context: string): string {
    const decipher = createDecipheriv('aes-256-gcm', this.material(keyVersion), nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(context))
      .setAuthTag(ciphertext.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(ciphertext.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8');
  }

  private material(version: number): KeyObject {
    const material = this.materials.get(version);
    if (!material) throw new Error(`KEY_ENCRYPTION_KEYS lacks version ${version}.`);
    return material;
  }
}
