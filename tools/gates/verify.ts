import { nxTasks } from './nx-tasks.ts';
import { runGate } from './runner.ts';

/** Checks without any server, for every project: `npm run verify`, and the first part of `npm test`. */
export const CHECKS = ['build', 'typecheck', 'lint', 'test', 'format', 'imports', 'unused', 'drift', 'shipped'] as const;

if (import.meta.main) await runGate(async (gate) => void (await gate.part('checks', () => nxTasks(CHECKS))));
