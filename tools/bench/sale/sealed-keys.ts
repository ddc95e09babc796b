import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_VERSION = 1;

export interface SealedKey {
  readonly ciphertext: Buffer;
  readonly nonce: Buffer;
}

/** `KEY_ENCRYPTION_KEYS` of a shop that is measured. */
export function encryptionKeys(material: Buffer): string {
  return `${KEY_VERSION}:${material.toString('base64')}`;
}

/** As the shop seals a text key: AES-256-GCM, bound to its row. `material`: 32 bytes. */
export function sealKey(material: Buffer, key: string, { id, productId }: { id: string; productId: string }): SealedKey {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', material, nonce).setAAD(Buffer.from(`${id}/${productId}`));
  const ciphertext = Buffer.concat([cipher.update(JSON.stringify({ kind: 'text', key })), cipher.final(), cipher.getAuthTag()]);
  return { ciphertext, nonce };
}

/** @throws Error where the row is not the one that the key was sealed for. */
export function openKey(material: Buffer, { ciphertext, nonce }: SealedKey, { id, productId }: { id: string; productId: string }): string {
  const decipher = createDecipheriv('aes-256-gcm', material, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(`${id}/${productId}`))
    .setAuthTag(ciphertext.subarray(-TAG_BYTES));
  const plain = Buffer.concat([decipher.update(ciphertext.subarray(0, -TAG_BYTES)), decipher.final()]);
  return (JSON.parse(plain.toString('utf8')) as { key: string }).key;
}
