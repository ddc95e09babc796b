import { watch } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.ts';
import { root } from '../shared/paths.ts';
import type { Supervisor } from '../supervisor/supervisor.ts';

const SETTLE_MS = 200;

/** `npm run dev`: builds the API again and restarts its processes when a source changes. The storefront reloads by itself. */
export function restartOnChange(supervisor: Supervisor, report: (sentence: string) => void): void {
  const rebuild = async () => {
    await build(['api']);
    await supervisor.restart('api', 'worker');
  };
  onChange(join(root, 'apps', 'api', 'src'), rebuild);
  onChange(join(root, 'libs', 'shop-rules', 'src'), () => supervisor.restart('api', 'worker'));
  onChange(join(root, 'apps', 'sandbox', 'src'), () => supervisor.restart('sandbox'));

  function onChange(folder: string, work: () => Promise<void>): void {
    let pending: NodeJS.Timeout | undefined;
    let queue = Promise.resolve();
    watch(folder, { recursive: true }, () => {
      clearTimeout(pending);
      pending = setTimeout(() => {
        queue = queue.then(work).then(
          () => report(`[dev] new code runs (${folder.slice(root.length + 1)})`),
          (error: unknown) => report(`[dev] ${error instanceof Error ? error.message : String(error)}`),
        );
      }, SETTLE_MS);
    });
  }
}
