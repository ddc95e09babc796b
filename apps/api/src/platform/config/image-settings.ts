import { resolve } from 'node:path';
import type { EnvironmentReader } from './readers.ts';

export interface S3Settings {
  /** Scheme, host and port of the store; the bucket follows in the path. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface ImageSettings {
  /** Where pictures lie when there is no bucket. */
  readonly directory: string;
  /** Null: a folder holds them. */
  readonly s3: S3Settings | null;
}

export function imageSettings(read: EnvironmentReader): ImageSettings {
  const directory = resolve(read.text('IMAGES_DIR', '.data/images'));
  const bucket = read.optional('S3_BUCKET');
  if (bucket === null) return { directory, s3: null };
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    read.problems.push('S3_BUCKET must be the name of a bucket: 3 to 63 letters, digits, dots and dashes.');
  for (const name of ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])
    if (read.optional(name) === null) read.problems.push(`${name} must be set where S3_BUCKET is.`);
  const s3 = {
    endpoint: read.address('S3_ENDPOINT', 'https://s3.example.com', ['http:', 'https:']),
    bucket,
    region: read.text('S3_REGION', 'auto'),
    accessKeyId: read.text('S3_ACCESS_KEY_ID', ''),
    secretAccessKey: read.text('S3_SECRET_ACCESS_KEY', ''),
  };
  return { directory, s3 };
}
