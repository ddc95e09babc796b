import { jestBase } from '../../jest.preset.mjs';

export default { ...jestBase, displayName: 'sandbox', testMatch: ['<rootDir>/src/**/*.spec.ts'] };
