import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { runNode } from '../process/run-program.ts';
import { root } from '../shared/paths.ts';

jest.setTimeout(60_000);

interface Violation {
  readonly from: string;
  readonly rule: { readonly name: string };
}

const { forbidden } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as { forbidden: { name: string }[] };

/** The file of each planted violation, by its rule. */
const planted: Readonly<Record<string, string | readonly string[]>> = {
  'domain-is-plain-typescript': 'apps/api/src/modules/reviews/domain/review.ts',
  'application-knows-no-technology': 'apps/api/src/modules/reviews/application/leave-review.ts',
  'modules-import-index-only': 'apps/api/src/modules/reviews/adapters/reviews.controller.ts',
  'wiring-meets-wiring': 'apps/api/src/modules/reviews/reviews.module.ts',
  'platform-knows-no-module': 'apps/api/src/platform/knows-a-module.ts',
  'shared-is-plain-typescript': 'apps/api/src/shared/uses-a-package.ts',
  'features-do-not-meet': 'apps/storefront/src/features/cart/use-cart.ts',
  'floors-carry-upwards-only': 'apps/storefront/src/ui/knows-the-shop.ts',
  'shop-floor-knows-no-feature': 'apps/storefront/src/shop/knows-a-feature.ts',
  'swiper-stays-in-the-slider': 'apps/storefront/src/features/home/home-page.ts',
  'api-and-storefront-do-not-meet': 'apps/api/src/knows-the-storefront.ts',
  'nothing-imports-the-sandbox': 'apps/api/src/knows-the-sandbox.ts',
  'sandbox-shares-nothing-with-the-shop': 'apps/sandbox/src/stand-in.ts',
  'shop-rules-are-plain-typescript': 'libs/shop-rules/src/minor.ts',
  'cover-art-is-for-demo-data-and-tests': 'apps/api/src/platform/draws-covers.ts',
  'cover-art-is-loaded-with-the-first-picture': 'apps/api/src/demo/demo-cover-art.module.ts',
  'shipped-code-imports-no-test-support': 'apps/storefront/server/uses-a-fake.ts',
  'libs-know-no-app': 'libs/api-client/src/knows-an-app.ts',
  'imports-exist': 'apps/api/src/imports-nothing-real.ts',
  'no-circles': ['apps/api/src/circle-one.ts', 'apps/storefront/src/lib/type-circle-one.ts'],
};

test('every rule about imports catches the violation that is planted for it, and no rule is without one', async () => {
  const violations = await cruise(join(import.meta.dirname, 'planted'));
  for (const { name } of forbidden) {
    expect({ rule: name, at: violations.filter((violation) => violation.rule.name === name).map(({ from }) => from) }).toEqual({
      rule: name,
      at: expect.arrayContaining([planted[name]].flat()),
    });
  }
});

async function cruise(folder: string): Promise<Violation[]> {
  const cli = join(root, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruiser.mjs');
  const rules = join(root, '.dependency-cruiser.cjs');
  const { stdout } = await runNode(cli, ['apps', 'libs', '--config', rules, '--output-type', 'json'], { cwd: folder });
  return (JSON.parse(stdout) as { summary: { violations: Violation[] } }).summary.violations;
}
