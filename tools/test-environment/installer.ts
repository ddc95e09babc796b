import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runProgram } from '../process/run-program.ts';

/** The first of these programs that is on the path and may be run, or null. */
export function programOnPath(...names: readonly string[]): string | null {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of names) if (isExecutable(join(folder, name))) return join(folder, name);
  }
  return null;
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Installs a Debian package where this process may; says whether it did. Without `updates` only from the lists that are there. */
export async function installedByApt(name: string, { updates = true } = {}): Promise<boolean> {
  if (process.getuid?.() !== 0 || programOnPath('apt-get') === null) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = () => runProgram('apt-get', ['install', '-y', '--no-install-recommends', name], { env });
  if ((await install()).code === 0) return true;
  if (!updates) return false;
  await runProgram('apt-get', ['update'], { env });
  return (await install()).code === 0;
}
