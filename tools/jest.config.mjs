import { jestBase } from '../jest.preset.mjs';

/** What needs no server: `nx test tools`. */
export default {
  ...jestBase,
  displayName: 'tools',
  testMatch: ['<rootDir>/**/*.spec.ts'],
  testPathIgnorePatterns: [...jestBase.testPathIgnorePatterns, '\\.db\\.spec\\.ts$'],
};
