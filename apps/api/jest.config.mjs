import { jestBase } from '../../jest.preset.mjs';

/** What needs no server: `nx test api`. */
export default {
  ...jestBase,
  displayName: 'api',
  testMatch: ['<rootDir>/src/**/*.spec.ts'],
  testPathIgnorePatterns: [...jestBase.testPathIgnorePatterns, '\\.db\\.spec\\.ts$'],
  setupFiles: ['reflect-metadata'],
};
