import { jestBase } from '../../jest.preset.mjs';

export default { ...jestBase, displayName: 'cover-art', testMatch: ['<rootDir>/src/**/*.spec.ts'] };
