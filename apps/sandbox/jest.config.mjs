import { jestBase } from '../../tools/jest/base.mjs';

export default { ...jestBase, displayName: 'sandbox', testMatch: ['<rootDir>/src/**/*.spec.ts'] };
