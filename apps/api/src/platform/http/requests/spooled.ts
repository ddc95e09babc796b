import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Takes a body in to its end before anything is begun with it: whoever sends slowly, or never ends, holds a file and no transaction.
 * The file is this process's alone, and gone afterwards however it ends.
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
