/** A body with at most so many bytes, decompressed if it was compressed. Null where it has more: the rest is not read. */
export async function readBody(body: AsyncIterable<Uint8Array> | null, mostBytes: number): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > mostBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
