import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Of a form with files; what is in it is limited by who reads it. */
const LARGEST_FORM = 8 * 1024 * 1024;

/** A file of a form. */
export class Upload {
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;

  constructor(name: string, type: string, content: Buffer) {
    this.name = name;
    this.type = type;
    this.content = content;
  }

  /** By which a repeated request is compared with the first. */
  toJSON(): object {
    return { name: this.name, type: this.type, digest: createHash('sha256').update(this.content).digest('hex') };
  }
}

/** Forms with files become records: texts as they are, files as `Upload`. */
export function readUploads(app: FastifyInstance): void {
  const limits = { parseAs: 'buffer', bodyLimit: LARGEST_FORM } as const;
  app.addContentTypeParser<Buffer>('multipart/form-data', limits, async (request: FastifyRequest, body: Buffer) => {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': request.headers['content-type'] ?? '' } })
      .formData()
      .catch((error: unknown) => {
        throw Object.assign(new Error('The form cannot be read.', { cause: error }), { statusCode: 400 });
      });
    const entries = [...form].map(async ([name, value]) =>
      typeof value === 'string' ? [name, value] : [name, new Upload(value.name, value.type, Buffer.from(await value.arrayBuffer()))],
    );
    return Object.fromEntries(await Promise.all(entries)) as Record<string, unknown>;
  });
}
