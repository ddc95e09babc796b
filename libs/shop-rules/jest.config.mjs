import { jestBase } from '../../tools/jest/base.mjs';

export default { ...jestBase, displayName: 'shop-rules', testMatch: ['<rootDir>/src/**/*.spec.ts'] };
