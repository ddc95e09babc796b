import { resolve } from 'node:path';
import type { Variables } from './environment.ts';
import type { Environment } from './variables.ts';

export interface S3Settings {
  /** Scheme, host and port of the store; the bucket follows in the path. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface ImageSettings {
  /** The folder of pictures when there is no bucket. */
  readonly directory: string;
  /** Null: pictures are stored in a folder. */
  readonly s3: S3Settings | null;
  /** Hosts, in lower case, from which pictures of feeds are fetched whatever port and address they have. */
  readonly hostsAllowed: ReadonlySet<string>;
}

export function imageProblems(set: Environment): string[] {
  if (set.S3_BUCKET === undefined) return [];
  return ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']
    .filter((name) => set[name] === undefined)
    .map((name) => `${name} must be set where S3_BUCKET is.`);
}

export function imageSettings(data: Variables): ImageSettings {
  const directory = resolve(data.IMAGES_DIR);
  const hostsAllowed = new Set(data.PICTURE_HOSTS_ALLOWED ?? []);
  if (data.S3_BUCKET === null || data.S3_ENDPOINT === null) return { directory, s3: null, hostsAllowed };
  const s3 = {
    endpoint: data.S3_ENDPOINT,
    bucket: data.S3_BUCKET,
    region: data.S3_REGION,
    accessKeyId: data.S3_ACCESS_KEY_ID,
    secretAccessKey: data.S3_SECRET_ACCESS_KEY,
  };
  return { directory, s3, hostsAllowed };
}
