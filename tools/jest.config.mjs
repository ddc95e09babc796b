import { jestBase } from './jest/base.mjs';

export default { ...jestBase, displayName: 'tools', testMatch: ['<rootDir>/**/*.spec.ts'] };
