import { nxTasks } from './nx-tasks.ts';
import { runGate } from './runner.ts';

/** What can be told without any server, for every project: `npm run verify` is this, and `npm test` begins with it. */
export const CHECKS = ['build', 'typecheck', 'lint', 'test', 'format', 'imports', 'unused', 'drift', 'shipped'] as const;

if (import.meta.main) await runGate(async (gate) => void (await gate.part('checks', () => nxTasks(CHECKS))));
