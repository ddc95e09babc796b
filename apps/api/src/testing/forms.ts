/** A part of a form: its field, its content, and its file name unless it is plain text. */
export type FormPart = readonly [field: string, content: string | Buffer, name?: string];

const BOUNDARY = 'keyturn-boundary';

/** A multipart form as `inject` takes it. */
export function formOf(parts: readonly FormPart[]): { headers: Record<string, string>; payload: Buffer } {
  const chunks = parts.flatMap(([field, content, name]) => [
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"${name === undefined ? '' : `; filename="${name}"`}\r\n\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    payload: Buffer.concat([...chunks, Buffer.from(`--${BOUNDARY}--\r\n`)]),
  };
}
