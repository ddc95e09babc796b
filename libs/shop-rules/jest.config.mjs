import { jestBase } from '../../jest.preset.mjs';

export default { ...jestBase, displayName: 'shop-rules', testMatch: ['<rootDir>/src/**/*.spec.ts'] };
