import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { S3Settings } from '../../config/image-settings.ts';

const REGION = 'eu-test-1';
const OLDEST_MS = 15 * 60_000;

/**
 * A bucket in memory that checks signatures as AWS does: docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html.
 * It computes the signature itself, so that a client that signs wrongly fails here as it would there.
 */
export async function s3StandIn(): Promise<{ settings: S3Settings; objects: Map<string, Buffer>; close(): Promise<void> }> {
  const objects = new Map<string, Buffer>();
  const settings = { endpoint: '', bucket: 'pictures', region: REGION, accessKeyId: 'access-key', secretAccessKey: 'secret-key' };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { status, body = Buffer.alloc(0) } = answer(request, Buffer.concat(chunks));
      response.writeHead(status, { 'content-length': body.length }).end(request.method === 'HEAD' ? undefined : body);
    });
  });

  function answer(request: IncomingMessage, content: Buffer): { status: number; body?: Buffer } {
    const path = request.url ?? '';
    if (!isSigned(request, path, settings)) return { status: 403, body: Buffer.from('<Error><Code>SignatureDoesNotMatch</Code></Error>') };
    if (!path.startsWith(`/${settings.bucket}/`)) return { status: 404, body: Buffer.from('<Error><Code>NoSuchBucket</Code></Error>') };
    if (request.method === 'PUT') objects.set(path, content);
    const stored = objects.get(path);
    return stored === undefined
      ? { status: 404, body: Buffer.from('<Error><Code>NoSuchKey</Code></Error>') }
      : { status: 200, body: stored };
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    settings: { ...settings, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    objects,
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

function isSigned({ method, headers }: IncomingMessage, path: string, { accessKeyId, secretAccessKey }: S3Settings): boolean {
  const [, credential, signedHeaders, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(headers.authorization ?? '') ?? [];
  const at = String(headers['x-amz-date']);
  if (credential === undefined || signedHeaders === undefined || signature === undefined || !isNow(at)) return false;
  const names = signedHeaders.split(';');
  if (!names.includes('host') || !names.includes('x-amz-date')) return false;

  const scope = `${at.slice(0, 8)}/${REGION}/s3/aws4_request`;
  const lines = names.map((name) => `${name}:${String(headers[name]).trim()}\n`).join('');
  const canonical = [method, path, '', lines, signedHeaders, headers['x-amz-content-sha256']].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', at, scope, createHash('sha256').update(canonical).digest('hex')].join('\n');
  const key = scope.split('/').reduce((secret: Buffer | string, part) => hmac(secret, part), `AWS4${secretAccessKey}`);
  return credential === `${accessKeyId}/${scope}` && signature === hmac(key, toSign).toString('hex');
}

function isNow(at: string): boolean {
  const iso = at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  return Math.abs(Date.now() - Date.parse(iso)) < OLDEST_MS;
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
