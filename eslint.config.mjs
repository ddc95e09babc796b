import { defineConfig, globalIgnores } from 'eslint/config';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const forbidden = {
  clock: [
    { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'Ask the Clock port: every process shares one time.' },
    {
      selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
      message: 'Ask the Clock port: every process shares one time.',
    },
  ],
  luck: [
    {
      selector: "CallExpression[callee.object.name='Math'][callee.property.name='random']",
      message: 'Ask a port or take a seed: tests must be able to repeat it.',
    },
  ],
  ids: [
    {
      selector: "CallExpression[callee.name='randomUUID'], CallExpression[callee.property.name='randomUUID']",
      message: 'Ask the Ids port: tests must be able to repeat it.',
    },
  ],
  amounts: [
    {
      selector: "Property[key.name='maxDecimalPlaces']",
      message: 'Take IsAmount: IsNumber of class-validator throws at 1e-7.',
    },
  ],
  environment: [
    {
      selector: "MemberExpression[object.name='process'][property.name='env']:not(CallExpression[callee.name='readConfig'] > *)",
      message: 'Only the typed configuration reads the environment.',
    },
  ],
};

const tests = ['**/*.{spec,test,contract,cases,prove,e2e}.{ts,tsx}', '**/testing/**', 'apps/storefront/e2e/**'];
const only = (...groups) => ({ 'no-restricted-syntax': ['error', ...groups.flat()] });

export default defineConfig(
  globalIgnores([
    '**/dist/',
    '.data/',
    '.nx/',
    'coverage/',
    '**/test-results/',
    '**/playwright-report/',
    '**/*.gen.ts',
    'tools/boundaries/planted/',
  ]),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  tseslint.configs.recommended,
  {
    rules: {
      eqeqeq: ['error', 'always'],
      'no-var': 'error',
      'prefer-const': 'error',
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-new-func': 'error',
      'no-restricted-imports': [
        'error',
        { paths: [{ name: 'node:process', importNames: ['env'], message: 'Only the typed configuration reads the environment.' }] },
      ],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-explicit-any': 'error',
    },
  },
  // Decorated constructors need their imports as values: the metadata is made of them.
  { files: ['apps/api/src/**/*.ts'], rules: { '@typescript-eslint/consistent-type-imports': 'off' } },
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },

  // One clock, one source of chance, one reader of the environment.
  {
    files: ['apps/api/src/**/*.ts', 'libs/*/src/**/*.{ts,tsx}'],
    ignores: tests,
    rules: only(forbidden.clock, forbidden.luck, forbidden.ids, forbidden.amounts, forbidden.environment),
  },
  { files: ['apps/api/src/platform/**/*.ts'], ignores: tests, rules: only(forbidden.environment) },
  {
    files: ['apps/sandbox/src/**/*.ts', 'apps/storefront/{src,server}/**/*.{ts,tsx}'],
    ignores: [...tests, '**/config.ts'],
    rules: only(forbidden.environment),
  },
  { files: ['apps/storefront/src/**/*.{ts,tsx}'], ignores: tests, rules: only(forbidden.luck, forbidden.environment) },
  {
    files: ['apps/api/src/modules/*/application/**/*.ts'],
    ignores: tests,
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            { name: '@nestjs/common', allowImportNames: ['Injectable'], message: 'A use case takes Injectable of Nest and nothing else.' },
          ],
        },
      ],
    },
  },
  {
    files: ['apps/api/src/shared/**/*.ts'],
    ignores: tests,
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [{ regex: '^(?!\\.|@keyturn/shop-rules$)', message: 'Shared words are plain TypeScript.' }] },
      ],
    },
  },
  { files: ['apps/storefront/**/*.{ts,tsx}'], ...reactHooks.configs.flat.recommended },
);
