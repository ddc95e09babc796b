import { jestBase } from '../../tools/jest-base.mjs';

export default {
  ...jestBase,
  displayName: 'storefront',
  testMatch: ['<rootDir>/{src,server}/**/*.{spec.ts,test.tsx}'],
  testEnvironment: '<rootDir>/src/testing/browser-environment.mjs',
  setupFilesAfterEnv: [...jestBase.setupFilesAfterEnv, '<rootDir>/src/testing/setup.ts'],
  moduleNameMapper: {
    '\\.module\\.css$': '<rootDir>/src/testing/css-module.mjs',
    '\\.css$': '<rootDir>/src/testing/css-module.mjs',
    '\\.svg$': '<rootDir>/src/testing/file-address.mjs',
    // One file instead of 1,700.
    '^lucide-react$': '<rootDir>/../../node_modules/lucide-react/dist/cjs/lucide-react.js',
  },
};
