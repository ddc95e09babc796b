import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Writes a body to a temporary file before it is processed: a slow or endless upload holds a file and no transaction. The file can be read
 * by this process only, and is always deleted.
 */
export async function spooled<Result>(
  content: AsyncIterable<Buffer>,
  use: (content: AsyncIterable<Buffer>) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'keyturn-upload-'));
  try {
    const path = join(folder, 'body');
    await writeFile(path, content, { mode: 0o600 });
    return await use(createReadStream(path));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
