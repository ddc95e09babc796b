import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { runNode } from '../process/run-program.ts';
import { root } from '../shared/paths.ts';

jest.setTimeout(60_000);

const useCase = 'apps/api/src/modules/reviews/application/leave-review.ts';
const syntax = 'no-restricted-syntax';
const imports = 'no-restricted-imports';

const planted: readonly { filePath: string; text: string; breaks: string[] }[] = [
  { filePath: useCase, text: 'export const at = new Date();', breaks: [syntax] },
  { filePath: useCase, text: 'export const at = Date.now();', breaks: [syntax] },
  { filePath: useCase, text: 'export const chance = Math.random();', breaks: [syntax] },
  { filePath: useCase, text: 'export const id = crypto.randomUUID();', breaks: [syntax] },
  { filePath: useCase, text: 'export const secret = process.env.JWT_SECRET;', breaks: [syntax] },
  {
    filePath: 'apps/api/src/modules/checkout/adapters/checkout.dto.ts',
    text: 'export const rule = IsNumber({ maxDecimalPlaces: 2 });',
    breaks: [syntax],
  },
  { filePath: 'apps/api/src/platform/mail/mail.ts', text: 'export const secret = process.env.JWT_SECRET;', breaks: [syntax] },
  { filePath: 'apps/sandbox/src/main.ts', text: 'export const secret = process.env.JWT_SECRET;', breaks: [syntax] },
  { filePath: 'apps/storefront/src/shop/cart.ts', text: 'export const chance = Math.random();', breaks: [syntax] },
  { filePath: 'apps/storefront/server/main.ts', text: 'export const secret = process.env.JWT_SECRET;', breaks: [syntax] },
  { filePath: 'libs/shop-rules/src/cart.ts', text: 'export const at = new Date();', breaks: [syntax] },
  { filePath: useCase, text: "export { Controller } from '@nestjs/common';", breaks: [imports] },
  { filePath: 'apps/api/src/shared/ports.ts', text: "export { Client } from 'pg';", breaks: [imports] },
  {
    filePath: 'apps/storefront/src/ui/buttons/button.tsx',
    text: "import { useState } from 'react';\nexport function Button(props: { isWide: boolean }) {\n  if (props.isWide) useState(1);\n  return null;\n}",
    breaks: ['react-hooks/rules-of-hooks'],
  },
  // And what is allowed stays allowed.
  { filePath: useCase, text: "export { Injectable } from '@nestjs/common';\nexport const at = new Date(0);", breaks: [] },
  { filePath: 'apps/api/src/platform/clock/system-clock.ts', text: 'export const at = new Date();', breaks: [] },
  { filePath: 'apps/api/src/commands/run-command.ts', text: 'export const config = readConfig(process.env);', breaks: [] },
  { filePath: 'apps/sandbox/src/config.ts', text: 'export const config = process.env;', breaks: [] },
  { filePath: 'apps/api/src/modules/reviews/application/leave-review.spec.ts', text: 'export const at = new Date();', breaks: [] },
];

test('every habit that the linter holds is broken once on purpose, and is caught there and only there', async () => {
  const { stdout, output } = await runNode(join(import.meta.dirname, 'lint-texts.mjs'), [JSON.stringify(planted)]);
  expect(output).toBe(stdout);
  const caught = JSON.parse(stdout) as string[][];
  expect(planted.map(({ filePath, text }, index) => ({ filePath, text, breaks: caught[index] }))).toEqual(planted);
});

test('every rule that needs types is broken once on purpose, and is caught', async () => {
  const folder = join(import.meta.dirname, 'planted', 'lint');
  const { stdout } = await runNode(join(root, 'node_modules', 'oxlint', 'bin', 'oxlint'), [
    '--type-aware',
    '--config',
    join(folder, 'oxlintrc.json'),
    '--format',
    'json',
    join(folder, 'promises.ts'),
  ]);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string }[] };
  const { rules } = JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8')) as { rules: object };
  expect(diagnostics.map(({ code }) => code.replace(/^typescript\((.*)\)$/, 'typescript/$1'))).toEqual(Object.keys(rules));
});
