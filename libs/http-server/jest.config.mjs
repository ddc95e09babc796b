import { jestBase } from '../../jest.preset.mjs';

export default { ...jestBase, displayName: 'http-server', testMatch: ['<rootDir>/src/**/*.spec.ts'] };
