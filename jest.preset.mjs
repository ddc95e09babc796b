/** What the Jest projects share: native ES modules, TypeScript by swc with the decorators' metadata. */
export const jestBase = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: {
    '^.+\\.tsx?$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2023',
          keepClassNames: true,
          parser: { syntax: 'typescript', tsx: true, decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false, react: { runtime: 'automatic' } },
        },
        module: { type: 'es6' },
        sourceMaps: 'inline',
        swcrc: false,
      },
    ],
  },
  // A process or a browser environment takes its time to start on a busy machine; that is no failure of a test.
  testTimeout: 30_000,
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/e2e/'],
};
