import { jestBase } from '../../jest.preset.mjs';

export default {
  ...jestBase,
  displayName: 'storefront',
  testMatch: ['<rootDir>/{src,server}/**/*.{spec.ts,test.tsx}'],
  testEnvironment: '<rootDir>/src/testing/browser-environment.mjs',
  setupFilesAfterEnv: ['<rootDir>/src/testing/setup.ts'],
  moduleNameMapper: {
    '\\.module\\.css$': '<rootDir>/src/testing/css-module.mjs',
    '\\.css$': '<rootDir>/src/testing/css-module.mjs',
    '\\.svg$': '<rootDir>/src/testing/file-address.mjs',
    '^altcha/external$': '<rootDir>/src/testing/altcha.mjs',
    '^altcha/workers/': '<rootDir>/src/testing/worker.mjs',
    // The server's way of rendering, in the browser's environment: what both make of a page is held side by side.
    '^react-dom/static$': '<rootDir>/../../node_modules/react-dom/static.node.js',
    // One file instead of 1,700.
    '^lucide-react$': '<rootDir>/../../node_modules/lucide-react/dist/cjs/lucide-react.js',
  },
};
