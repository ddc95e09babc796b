import unit from './jest.config.mjs';

/** What needs PostgreSQL, which is started for the run: `nx integration api`. */
export default {
  ...unit,
  displayName: 'api on PostgreSQL',
  testMatch: ['<rootDir>/src/**/*.db.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  globalSetup: '<rootDir>/../../tools/test-environment/start-servers.mjs',
  globalTeardown: '<rootDir>/../../tools/test-environment/stop-servers.mjs',
  // A worker that keeps more after a file is begun anew: with native modules its heap only grows, and collecting it stalls tests.
  workerIdleMemoryLimit: '1500MB',
};
