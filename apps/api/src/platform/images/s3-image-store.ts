import { S3mini } from 's3mini';
import type { S3Settings } from '../config/image-settings.ts';
import { checkedKey, ImageStore } from './ports.ts';

const TIMEOUT_MS = 10_000;

/** Pictures as objects in a bucket of anything that speaks S3. An object is written whole or not at all, as S3 promises. */
export class S3ImageStore extends ImageStore {
  private readonly client: S3mini;

  constructor({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Settings) {
    super();
    this.client = new S3mini({
      endpoint: `${endpoint.replace(/\/+$/, '')}/${bucket}`,
      region,
      accessKeyId,
      secretAccessKey,
      requestAbortTimeout: TIMEOUT_MS,
    });
  }

  override async get(key: string): Promise<Buffer | null> {
    const content = await this.client.getObjectArrayBuffer(checkedKey(key));
    return content === null ? null : Buffer.from(content);
  }

  override async put(key: string, content: Buffer): Promise<void> {
    await this.client.putObject(checkedKey(key), content, 'application/octet-stream');
  }

  override async has(key: string): Promise<boolean> {
    return (await this.client.objectExists(checkedKey(key))) === true;
  }
}
