import { jestBase } from '../jest.preset.mjs';

/** Whole shops of real processes: campaigns of `npm run prove`. */
export default {
  ...jestBase,
  displayName: 'tools, prove',
  testMatch: ['<rootDir>/**/*.prove.ts'],
};
