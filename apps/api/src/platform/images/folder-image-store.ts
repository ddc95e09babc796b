import { randomUUID } from 'node:crypto';
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkedKey, ImageStore } from './ports.ts';

/** Stores pictures as files below one folder, which several processes may share. */
export class FolderImageStore extends ImageStore {
  constructor(private readonly folder: string) {
    super();
  }

  override async get(key: string): Promise<Buffer | null> {
    try {
      return await readFile(this.fileOf(key));
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  override async put(key: string, content: Buffer): Promise<void> {
    const file = this.fileOf(key);
    const unfinished = `${file}.${randomUUID()}.tmp`;
    await mkdir(dirname(file), { recursive: true });
    try {
      await writeFile(unfinished, content);
      // A rename is atomic: no incomplete picture is ever read.
      await rename(unfinished, file);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }

  override async has(key: string): Promise<boolean> {
    return access(this.fileOf(key)).then(
      () => true,
      () => false,
    );
  }

  private fileOf(key: string): string {
    return join(this.folder, checkedKey(key));
  }
}

function isMissing(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
}
