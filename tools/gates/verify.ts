import { build } from '../build.ts';
import { jestTests } from './jest-tests.ts';
import { oneCheck } from './outcome.ts';
import { driftChecks, sourceChecks } from './static-checks.ts';
import { runTool } from '../failure.ts';
import { Gate } from './gate.ts';
import { listenForInterruption } from '../interruption.ts';
import { endOneShots } from '../one-shot.ts';

/** The fast part of `npm test`: no database, no browser. */
await runTool(async () => {
  const interruption = listenForInterruption();
  const gate = new Gate();
  const everything = async () => {
    await gate.checks(sourceChecks);
    const built = await gate.part('build', async () => oneCheck((await build(['api'])) !== '', ''));
    if (built.failed === 0) await gate.checks(driftChecks);
    await gate.part('unit tests', () => jestTests({}, { isFast: true }));
    return gate.close();
  };
  try {
    return await Promise.race([everything(), interruption.first.then(() => 130)]);
  } finally {
    await endOneShots();
  }
});
