/** What Jest starts before tests that need PostgreSQL, and stops after them: a throw-away server, unless TEST_DATABASE_URL names one. */
export default async function startServers() {
  if (process.env.TEST_DATABASE_URL !== undefined) return;
  const { startThrowAwayPostgres } = await import('../database/throw-away.ts');
  // A run is ended by this signal, and Jest runs no teardown then. The server ends with this process, its folder too.
  process.once('SIGTERM', () => process.exit(143));
  const postgres = await startThrowAwayPostgres();
  process.env.TEST_DATABASE_URL = postgres.url;
  // Jest takes nothing from here to its globalTeardown but what is global.
  globalThis.stopTestServers = postgres.stop;
}
