/**
 * What Jest starts before tests that need servers, and stops after them: a throw-away PostgreSQL, and a Redis where one can be had and the
 * gate asks for it. The environment names them to the tests; servers that it names already are used as they are.
 */
export default async function startServers() {
  const { startThrowAwayPostgres } = await import('../database/throw-away.ts');
  const { startTestRedis } = await import('./redis.ts');
  const stops = [];
  if (process.env.TEST_DATABASE_URL === undefined) {
    const postgres = await startThrowAwayPostgres();
    stops.push(postgres.stop);
    process.env.TEST_DATABASE_URL = postgres.url;
  }
  if (process.env.GATE === 'prove' && process.env.TEST_REDIS_URL === undefined) {
    const redis = await startTestRedis();
    if (redis !== null) {
      stops.push(redis.stop);
      process.env.TEST_REDIS_URL = redis.url;
    }
  }
  // Jest takes nothing from here to its globalTeardown but what is global.
  globalThis.stopTestServers = async () => {
    for (const stop of stops.toReversed()) await stop();
  };
  // Whoever ends a run ends it so, and Jest runs no teardown then.
  process.once('SIGTERM', () => void globalThis.stopTestServers().finally(() => process.exit(143)));
}
