import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** The text of a new key of the staff, made as by `npm run ops:key`. */
export async function opsKey(name: string, role: string): Promise<string> {
  const script = join(import.meta.dirname, '../../../../dist/api/commands/ops-key.js');
  const child = spawn(process.execPath, [script, '--name', name, '--role', role], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  await new Promise((resolve) => child.once('close', resolve));
  return /keyturn_ops_\S+/.exec(output)?.[0] ?? '';
}
