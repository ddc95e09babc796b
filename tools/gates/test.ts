import { build } from '../build.ts';
import { browserTests } from './browser-tests.ts';
import { findChromium } from './chromium.ts';
import { jestTests, proofs } from './jest-tests.ts';
import { oneCheck } from './outcome.ts';
import { startTestRedis } from './redis.ts';
import { driftChecks, sourceChecks } from './static-checks.ts';
import { startThrowAwayPostgres } from '../database/throw-away.ts';
import { runTool } from '../failure.ts';
import { Gate } from './gate.ts';
import { listenForInterruption } from '../interruption.ts';
import { endOneShots } from '../one-shot.ts';
import { startThrowAwayShop } from '../throw-away-shop.ts';

/** What runs beside the tests and must be ended after them, the last one first. */
const running: (() => Promise<void>)[] = [];
const gate = new Gate();

await runTool(async () => {
  const interruption = listenForInterruption();
  void interruption.second.then(() => process.exit(130));
  try {
    return await Promise.race([everything(), interruption.first.then(() => 130)]);
  } finally {
    await endOneShots();
    for (const stop of running.toReversed()) await stop();
  }
});

async function everything(): Promise<number> {
  process.stdout.write(`\nKeyturn, everything, on Node ${process.versions.node}\n\n`);
  await gate.checks(sourceChecks);
  const built = await gate.part('build', async () => oneCheck((await build(['api', 'storefront'])) !== '', ''));
  if (built.failed === 0) await gate.checks(driftChecks);
  await jestOnRealServers();
  if (built.failed === 0) await inTheBrowser();
  else gate.note('The checks of the OpenAPI document and its client, and the browser tests, did not run: the build failed.');
  return gate.close();
}

async function jestOnRealServers(): Promise<void> {
  let env: { TEST_DATABASE_URL?: string; TEST_REDIS_URL?: string | undefined } = {};
  await gate.part('Jest', async () => {
    const postgres = await startThrowAwayPostgres();
    running.push(postgres.stop);
    const redis = await startTestRedis();
    if (redis === null)
      gate.note("Delivery and the staff's queue calls did not run on Redis: there is no redis-server, and none could be installed.");
    else running.push(redis.stop);
    env = { TEST_DATABASE_URL: postgres.url, TEST_REDIS_URL: redis?.url };
    return jestTests(env);
  });
  await gate.part('proofs', () => proofs(env));
}

async function inTheBrowser(): Promise<void> {
  const chromium = await findChromium();
  if (chromium === null) return gate.note('The browser tests did not run: there is no Chromium, and none could be installed.');
  await gate.part('browser', async () => {
    const shop = await startThrowAwayShop();
    running.push(shop.stop);
    return browserTests(shop, chromium);
  });
}
