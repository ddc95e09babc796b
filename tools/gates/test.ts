import { nxTasks } from './nx-tasks.ts';
import { runGate } from './runner.ts';
import { CHECKS } from './verify.ts';

/** `npm test`: what guards a change. Each part keeps both cores busy. */
await runGate(async (gate) => {
  process.stdout.write(`\nKeyturn, everything that guards a change, on Node ${process.versions.node}\n\n`);
  await gate.part('checks', () => nxTasks(CHECKS));
  await gate.part('API on PostgreSQL', () => nxTasks(['integration']));
  await gate.part('browser', () => nxTasks(['e2e']));
});
