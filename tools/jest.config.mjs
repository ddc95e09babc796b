import { jestBase } from '../jest.preset.mjs';

/** Tests without servers: `nx test tools`. */
export default {
  ...jestBase,
  displayName: 'tools',
  testMatch: ['<rootDir>/**/*.spec.ts'],
  testPathIgnorePatterns: [...jestBase.testPathIgnorePatterns, '\\.db\\.spec\\.ts$'],
};
