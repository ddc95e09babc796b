import { jestBase } from '../../tools/jest/base.mjs';

export default { ...jestBase, displayName: 'api', testMatch: ['<rootDir>/src/**/*.spec.ts'], setupFiles: ['reflect-metadata'] };
